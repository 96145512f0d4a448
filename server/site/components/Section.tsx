import type { ReactNode } from 'react';
import type { CollectionName, FieldOf } from '../../content/collections/collections.ts';
import { type EditedRow, EditLink, useEditable } from '../editing.tsx';

interface SectionProps<Name extends CollectionName> {
  /** The id of its heading. */
  readonly id: string;
  /** Null: it has no heading. */
  readonly title: string | null;
  /** Whether the heading is for screen readers only. */
  readonly hidesHeading?: boolean;
  /** Below the heading. */
  readonly lead?: ReactNode;
  /** Beside the heading. */
  readonly aside?: ReactNode;
  /** `section-tint`: on the second background color. */
  readonly className?: string;
  /** The row that it shows, and which of its fields. */
  readonly row?: EditedRow<Name> | null;
  readonly fields?: readonly FieldOf<NoInfer<Name>>[];
  readonly children: ReactNode;
}

/** A section of a page, with its heading above its content. */
export function Section<Name extends CollectionName>({
  id,
  title,
  hidesHeading = false,
  lead,
  aside,
  className = '',
  row = null,
  fields = [],
  children,
}: SectionProps<Name>) {
  const editable = useEditable();
  const heading = title !== null && (
    <h2 id={id} className={hidesHeading ? 'visually-hidden' : undefined}>
      {title}
    </h2>
  );
  const head = (
    <>
      {heading}
      {lead && <p className="lead">{lead}</p>}
    </>
  );
  return (
    <section
      className={`section ${className}`.trim()}
      aria-labelledby={heading ? id : undefined}
      {...editable(row, ...fields)}
    >
      <div className="container">
        <EditLink row={row} />
        {heading && !hidesHeading ? (
          <div className="section-head">
            {lead ? <div>{head}</div> : head}
            {aside}
          </div>
        ) : (
          head
        )}
        {children}
      </div>
    </section>
  );
}
