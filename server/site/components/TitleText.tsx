/** Two short words that a hyphen joins, between which a large title would break. Longer ones may need the break. */
const joined = /(?<![\p{L}-])(\p{L}{1,5}-\p{L}{1,5})(?![\p{L}-])/u;

/** The text of a title, in which a word like `well-kept` stays on one line. */
export function TitleText({ text }: { readonly text: string }) {
  return text.split(joined).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // By position: a title may have the same word twice.
      <span key={at} className="joined">
        {part}
      </span>
    ),
  );
}
