import type { EnquiryValues } from '../enquiryFields.ts';
import { enquiryMailLink } from '../enquiryMailLink.ts';
import { A } from './A.tsx';

interface SendFailureProps {
  readonly failure: string;
  readonly values: EnquiryValues;
  readonly mailAddress: string;
}

/** Why the message was not sent, and the other way that is left: everything typed, in a mail. */
export function SendFailure({ failure, values, mailAddress }: SendFailureProps) {
  return (
    <div className="notice notice-error contact-failure" role="alert" tabIndex={-1}>
      <p className="form-error">{failure}</p>
      <p>
        {isFilled(values)
          ? 'Nothing that you typed is lost. You can try again below, or '
          : 'Your browser may still hold what you typed on the page before this one. You can try again, or '}
        <A href={enquiryMailLink(mailAddress, values)}>send it to {mailAddress} by email</A>.
      </p>
    </div>
  );
}

/** A post that could not be read leaves nothing to show again. */
const isFilled = (values: EnquiryValues): boolean =>
  Object.values(values).some((value) => value !== '' && value !== false);
