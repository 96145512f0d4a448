import { type CallChoice, CallChoices } from '../../../shared/ui/CallChoices.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import type { SiteSettings } from '../../content/collections/siteSettings.ts';
import { phoneLink } from '../../content/parse/phoneLink.ts';
import { valueIn } from '../../content/siteContent.ts';
import { useEditableSettings } from '../editing.tsx';
import { useSite } from '../siteContext.ts';
import { PhoneLink } from './PhoneLink.tsx';

/** What the emergency number is for, in the same words everywhere. */
export const urgentReason = 'Water, heat, locks or noise now?';

type Numbers = Pick<SiteSettings, 'phone' | 'emergencyPhone' | 'emergencyCallers' | 'hours'>;

/** The numbers that can be dialed, the urgent one first. */
function callChoicesOf(settings: Numbers): readonly CallChoice[] {
  const { phone, emergencyPhone, emergencyCallers, hours } = settings;
  return [
    { reason: urgentReason, phone: emergencyPhone, when: emergencyCallers },
    { reason: 'The office', phone, when: hours },
  ].flatMap(({ phone: number, ...choice }) => {
    const href = number === null ? null : phoneLink(number);
    return number === null || href === null ? [] : [{ ...choice, phone: number, href }];
  });
}

/** The emergency number; null if there is none that can be dialed. */
export const urgentChoiceOf = (settings: Numbers): CallChoice | null =>
  callChoicesOf(settings).find(({ reason }) => reason === urgentReason) ?? null;

/** The company's numbers that can be dialed, the urgent one first; empty if the settings have none. */
export function useCallChoices(): readonly CallChoice[] {
  const settings = valueIn(useSite().settings);
  return settings ? callChoicesOf(settings) : [];
}

/**
 * The phone button in the header of a narrow screen. A single number is dialed; several are offered in a native
 * popover, which works without script and closes with Escape.
 */
export function CallButton() {
  const choices = useCallChoices();
  const [first] = choices;
  if (!first) return null;
  if (choices.length === 1) {
    return (
      <PhoneLink phone={first.phone} className="call-link">
        <PhoneIcon />
        <span className="visually-hidden">Call {first.phone}</span>
      </PhoneLink>
    );
  }
  return (
    <>
      <button type="button" className="call-link" popoverTarget="call">
        <PhoneIcon />
        <span className="visually-hidden">Call us</span>
      </button>
      <div id="call" popover="auto" className="call-sheet" role="dialog" aria-label="Call us">
        <CallChoices choices={choices} />
      </div>
    </>
  );
}

/** Not one of the icons of `Icon`, because browsers load the code of those. */
function PhoneIcon() {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M6.5 4h2.8l1.6 4.2-2.1 1.6a12 12 0 005.4 5.4l1.6-2.1L20 14.7v2.8c0 1.4-1.1 2.5-2.5 2.5C10.6 20 4 13.4 4 6.5 4 5.1 5.1 4 6.5 4z" />
    </svg>
  );
}

/** The emergency number on one line, with who may call; nothing if none is set. */
export function UrgentLine({ className = '' }: { readonly className?: string }) {
  const { emergencyPhone, emergencyCallers } = valueIn(useSite().settings) ?? {};
  const editable = useEditableSettings();
  if (!emergencyPhone) return null;
  return (
    <p
      className={`urgent-line ${className}`.trim()}
      {...editable('emergencyPhone', 'emergencyCallers', 'emergencyAdvice')}
    >
      {`${urgentReason} `}
      <PhoneLink phone={emergencyPhone} /> {emergencyCallers && <span>{emergencyCallers}</span>}
    </p>
  );
}

/** `UrgentLine` with advice on what to do first, above a form and on pages that an editor has marked as urgent. */
export function UrgentNotice() {
  useStyles('notices', 'urgent');
  const { emergencyPhone, emergencyAdvice } = valueIn(useSite().settings) ?? {};
  if (!emergencyPhone) return null;
  return (
    <aside className="notice urgent-notice" aria-label="Urgent calls">
      <UrgentLine />
      {emergencyAdvice && <p>{emergencyAdvice}</p>}
    </aside>
  );
}
