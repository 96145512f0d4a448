interface NamedTextsProps {
  readonly items: readonly { readonly name: string; readonly text: string }[];
  readonly className: string;
}

/** Places, seasons, facts and the like: each a name with a text. */
export function NamedTexts({ items, className }: NamedTextsProps) {
  return (
    <dl className={className}>
      {items.map(({ name, text }, at) => (
        // By position: an editor may give two of them the same name.
        <div key={at}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
