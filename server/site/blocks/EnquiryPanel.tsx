import { contactFailureText } from '../../../shared/contactWording.ts';
import type { EnquiryFormState } from '../../../shared/enquiryFields.ts';
import { contactPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { valueIn } from '../../content/siteContent.ts';
import { mailAddressOf, useSite } from '../siteContext.ts';
import { Island } from './Island.tsx';
import { urgentChoiceOf, useCallChoices } from './Urgent.tsx';

/** The id of the contact form on every page that has it. */
export const enquiryFormId = 'enquiry';

interface EnquiryPanelProps {
  /** The contact page with what the form is opened for. */
  readonly action?: string;
  /** Null: untouched. */
  readonly state: EnquiryFormState | null;
}

/** The contact form. */
export function EnquiryPanel({ action = contactPath, state }: EnquiryPanelProps) {
  const site = useSite();
  const mailAddress = mailAddressOf(site);
  const call = useCallChoices().at(-1) ?? null;
  const settings = valueIn(site.settings);
  return (
    <div className="panel contact-panel">
      {!site.takesEnquiries && !state?.failure && <FormUnavailable address={mailAddress} />}
      <Island
        name="contactForm"
        props={{
          id: enquiryFormId,
          action,
          state,
          mailAddress,
          apiBase: site.apiBase,
          urgent: settings ? urgentChoiceOf(settings) : null,
          call,
          promise: settings?.answerPromise ?? null,
        }}
      />
    </div>
  );
}

/** Says before anybody types that the form cannot be sent, and where to write instead. */
function FormUnavailable({ address }: { readonly address: string | null }) {
  const words = contactFailureText({ kind: 'notConfigured' }, address);
  const [before = '', after = ''] = address === null ? [words] : words.split(address);
  return (
    <p className="notice contact-unavailable">
      {before}
      {address !== null && <A href={`mailto:${encodeURI(address)}`}>{address}</A>}
      {after}
    </p>
  );
}
