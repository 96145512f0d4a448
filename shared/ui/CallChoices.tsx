import { A } from './A.tsx';

/** A number to call. */
export interface CallChoice {
  /** What it is called for. */
  readonly reason: string;
  readonly phone: string;
  readonly href: string;
  /** Who may call, and when somebody answers. */
  readonly when: string | null;
}

/** The numbers to call, each as a surface that a thumb finds. */
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
