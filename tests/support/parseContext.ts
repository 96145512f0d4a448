import type { ParseContext } from '../../server/content/parse/parseContext.ts';

/** What parsers need where a test has nothing to say about it. */
export function createParseContext(
  changes: Partial<ParseContext> = {},
): ParseContext & { warnings: string[] } {
  const warnings: string[] = [];
  return {
    imageHosts: [],
    embedHosts: [],
    assetHosts: [],
    assetAddress: (id) => `/assets/${id}`,
    fileFacts: () => null,
    warn: (message) => void warnings.push(message),
    ...changes,
    warnings,
  };
}
