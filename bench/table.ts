type Cells = readonly (string | number)[];

/** A Markdown table under a heading. */
export function writeTable(title: string, heads: Cells, rows: readonly Cells[]): string {
  const line = (cells: Cells) => `| ${cells.join(' | ')} |`;
  return [`## ${title}`, '', line(heads), line(heads.map(() => '---')), ...rows.map(line), ''].join('\n');
}
