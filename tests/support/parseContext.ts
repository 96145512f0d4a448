import type { Note, ParseContext } from '../../server/content/parse/parseContext.ts';

/** A context for parsers, with neutral defaults. */
export function createParseContext(
  changes: Partial<ParseContext> = {},
): ParseContext & { warnings: string[]; notes: Note[] } {
  const warnings: string[] = [];
  const notes: Note[] = [];
  return {
    imageHosts: [],
    embedHosts: [],
    assetHosts: [],
    siteHost: 'www.ridge.example',
    assetAddress: (id) => `/assets/${id}`,
    fileFacts: () => undefined,
    warn: (message) => void warnings.push(message),
    note: (note) => void notes.push(note),
    ...changes,
    warnings,
    notes,
  };
}
