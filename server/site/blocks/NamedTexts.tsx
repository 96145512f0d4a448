interface NamedTextsProps {
  readonly items: readonly { readonly name: string; readonly text: string }[];
  readonly className?: string;
}

/** Places, seasons and the like: each a name with a text. */
export function NamedTexts({ items, className = 'rentals-places' }: NamedTextsProps) {
  return (
    <dl className={className}>
      {items.map(({ name, text }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
