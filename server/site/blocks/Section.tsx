import type { ReactNode } from 'react';

interface SectionProps {
  /** Of its heading. */
  readonly id: string;
  readonly title: string;
  /** Below the heading. */
  readonly lead?: ReactNode;
  /** Beside the heading. */
  readonly aside?: ReactNode;
  /** `section-tint`: on the second ground. */
  readonly className?: string;
  readonly children: ReactNode;
}

/** A section of a page, with its heading above its content. */
export function Section({ id, title, lead, aside, className = '', children }: SectionProps) {
  const heading = <h2 id={id}>{title}</h2>;
  return (
    <section className={`section ${className}`.trim()} aria-labelledby={id}>
      <div className="container">
        <div className="section-head">
          {lead ? (
            <div>
              {heading}
              <p className="lead">{lead}</p>
            </div>
          ) : (
            heading
          )}
          {aside}
        </div>
        {children}
      </div>
    </section>
  );
}
