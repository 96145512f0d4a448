import { A } from './A.tsx';

/** A phone number to call. */
export interface CallChoice {
  /** What to call it for. */
  readonly reason: string;
  readonly phone: string;
  readonly href: string;
  /** Who may call, and when calls are answered. */
  readonly when: string | null;
}

/** Phone numbers to call, each as a large touch target. */
export function CallChoices({ choices }: { readonly choices: readonly CallChoice[] }) {
  return (
    <ul className="call-choices">
      {choices.map(({ reason, phone, href, when }) => (
        <li key={reason}>
          <A href={href} className="call-choice">
            {`${reason} `}
            <strong>{phone}</strong> {when}
          </A>
        </li>
      ))}
    </ul>
  );
}
