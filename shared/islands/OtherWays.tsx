import type { EnquiryValues } from '../enquiryFields.ts';
import { enquiryMail } from '../enquiryMail.ts';
import { A } from '../ui/A.tsx';
import type { CallChoice } from '../ui/CallChoices.tsx';

/** How to reach the company when the form fails. */
export interface Ways {
  /** The company's e-mail address; null if none is known. */
  readonly mailAddress: string | null;
  readonly call: CallChoice | null;
}

interface OtherWaysProps extends Ways {
  /** The beginning of the sentence, about the first way. */
  readonly first: string;
  readonly values: EnquiryValues;
}

/** Says how a message can reach the company all the same: by the form, by an e-mail with everything typed, by a call. */
export function OtherWays({ first, mailAddress, call, values }: OtherWaysProps) {
  const mail = mailAddress === null ? null : enquiryMail(mailAddress, values);
  return (
    <>
      <p>
        {first}
        {mail && (
          <>
            , or <A href={mail.href}>send it to {mailAddress} by email</A>
          </>
        )}
        {call && (
          <>
            , or <A href={call.href}>call {call.phone}</A>
          </>
        )}
        .
      </p>
      {mail && !mail.isWhole && (
        <p>The email has only the first part of your message: please copy the rest from the form.</p>
      )}
    </>
  );
}
