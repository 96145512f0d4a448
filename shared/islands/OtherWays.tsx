import { useEffect, useState } from 'react';
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
  const [hasCopied, setHasCopied] = useState<boolean | null>(null);
  const [hasScript, setHasScript] = useState(false);
  useEffect(() => setHasScript(true), []);
  const copy = async () => {
    if (!mail?.rest) return;
    // Without https there is no clipboard; a browser may also refuse.
    const copying = navigator.clipboard?.writeText(mail.rest) ?? Promise.reject();
    setHasCopied(await copying.then(() => true).catch(() => false));
  };
  return (
    <>
      <p>
        {first}
        {mail && (
          <>
            , or{' '}
            <A href={mail.href} onClick={() => void copy()}>
              send it to {mailAddress} by email
            </A>
          </>
        )}
        {call && (
          <>
            , or <A href={call.href}>call {call.phone}</A>
          </>
        )}
        .
      </p>
      {mail && mail.rest !== '' && (
        <p>
          <span role="status">{restWords(hasCopied)}</span>{' '}
          {hasScript && (
            <button type="button" className="text-button" onClick={() => void copy()}>
              Copy the rest
            </button>
          )}
        </p>
      )}
    </>
  );
}

/** What becomes of the end of a message that is too long for a link. */
function restWords(hasCopied: boolean | null): string {
  if (hasCopied === null) return 'The email has only the first part of your message.';
  if (hasCopied) return 'The rest of your message was copied: paste it at the end of the email.';
  return 'The rest of your message could not be copied: please copy it from the form.';
}
