import type { ReactNode } from 'react';

interface StylePartProps {
  readonly id: string;
  readonly title: string;
  readonly tint?: boolean;
  readonly children: ReactNode;
}

/** A section of the style page. */
export function StylePart({ id, title, tint = false, children }: StylePartProps) {
  return (
    <section className={tint ? 'section section-tint' : 'section'} aria-labelledby={id}>
      <div className="container stack">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </section>
  );
}
