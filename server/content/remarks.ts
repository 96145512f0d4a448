import type { NotedRow } from './heldCollection.ts';
import { remarksIn } from './parse/parseContext.ts';

/**
 * What the site does not show of a row as it was written, or reads otherwise: words that continue after its name, the
 * worst first, each once.
 */
export function remarksOn({ notes }: Pick<NotedRow, 'notes'>): readonly string[] {
  // Sanitizing makes further notes.
  for (const note of [...notes]) if (note.kind === 'text') note.html();
  const empty = notes.flatMap((note) => (note.kind === 'empty' ? [`has no ${note.label}`] : []));
  const lost = remarksIn(notes, 'left-out', 'picture-gone', 'picture-refused', 'html-stripped');
  return [...new Set([...empty, ...lost, ...remarksIn(notes, 'link-repaired')])];
}
