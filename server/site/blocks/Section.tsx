import type { ReactNode } from 'react';
import { type EditedRow, EditLink, useEditable } from '../editing.tsx';

interface SectionProps {
  /** The id of its heading. */
  readonly id: string;
  readonly title: string;
  /** Below the heading. */
  readonly lead?: ReactNode;
  /** Beside the heading. */
  readonly aside?: ReactNode;
  /** `section-tint`: on the second background color. */
  readonly className?: string;
  /** The row that it shows, and which of its fields. */
  readonly row?: EditedRow | null;
  readonly fields?: readonly string[];
  readonly children: ReactNode;
}

/** A section of a page, with its heading above its content. */
export function Section({
  id,
  title,
  lead,
  aside,
  className = '',
  row = null,
  fields = [],
  children,
}: SectionProps) {
  const editable = useEditable();
  const heading = <h2 id={id}>{title}</h2>;
  return (
    <section className={`section ${className}`.trim()} aria-labelledby={id} {...editable(row, ...fields)}>
      <div className="container">
        <EditLink row={row} />
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
