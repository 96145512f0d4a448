/** A Markdown table under a heading. */
export function writeTable(
  title: string,
  heads: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [`## ${title}`, '', line(heads), line(heads.map(() => '---')), ...rows.map(line), ''].join('\n');
}
