import { Fragment } from 'react';
import { contactFailureText } from '../../../shared/contactWording.ts';
import { type EnquiryFormState, enquiryFormId, untouchedForm } from '../../../shared/enquiryFields.ts';
import { enquiryMail, writtenText } from '../../../shared/enquiryMail.ts';
import { contactPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import type { CallChoice } from '../../../shared/ui/CallChoices.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import { valueIn } from '../../content/siteContent.ts';
import { mailAddressOf, useSite } from '../siteContext.ts';
import { Island } from './Island.tsx';
import { urgentChoiceOf, useCallChoices } from './Urgent.tsx';

interface EnquiryPanelProps {
  /** The contact page with what the form is opened for. */
  readonly action?: string;
  readonly state?: EnquiryFormState;
}

/** Whether the form is shown again because it could not be sent. */
export const needsAnotherLook = ({ failure, errors }: EnquiryFormState): boolean =>
  failure !== null || Object.keys(errors).length > 0;

/** The contact form; without a contact API the other ways to reach the company, because it could never be sent. */
export function EnquiryPanel({ action = contactPath, state = untouchedForm }: EnquiryPanelProps) {
  useStyles('panel');
  const site = useSite();
  const mailAddress = mailAddressOf(site);
  const call = useCallChoices().at(-1) ?? null;
  const settings = valueIn(site.settings);
  return (
    // The notice has a frame of its own.
    <div className={site.takesEnquiries ? 'panel contact-panel' : 'contact-panel'}>
      {site.takesEnquiries ? (
        <Island
          name="contactForm"
          props={{
            action,
            state,
            mailAddress,
            apiBase: site.apiBase,
            urgent: settings ? urgentChoiceOf(settings) : null,
            call,
            promise: settings?.answerPromise ?? null,
          }}
        />
      ) : (
        <FormUnavailable address={mailAddress} call={call} state={state} />
      )}
    </div>
  );
}

interface FormUnavailableProps {
  readonly address: string | null;
  readonly call: CallChoice | null;
  readonly state: EnquiryFormState;
}

/** Where to write or call instead of using the form. What somebody has posted all the same is in the mail link, and shown. */
function FormUnavailable({ address, call, state }: FormUnavailableProps) {
  useStyles('notices');
  const words = contactFailureText({ kind: 'notConfigured' }, address);
  const [before = '', after = ''] = address === null ? [words] : words.split(address);
  const isPosted = needsAnotherLook(state);
  return (
    <div className="notice stack" id={enquiryFormId} role={isPosted ? 'alert' : undefined}>
      <p>
        {before}
        {address !== null && <A href={enquiryMail(address, state.values).href}>{address}</A>}
        {after}
        {call && (
          <>
            {' '}
            Or call <A href={call.href}>{call.phone}</A>.
          </>
        )}
      </p>
      {isPosted && (
        <p>
          {`You wrote:\n${writtenText(state.values)}`.split('\n').map((line, at) => (
            <Fragment key={at}>
              {line}
              <br />
            </Fragment>
          ))}
        </p>
      )}
    </div>
  );
}
