import type { ParseContext } from '../../server/content/parse/parseContext.ts';

/** A context for parsers, with neutral defaults. */
export function createParseContext(
  changes: Partial<ParseContext> = {},
): ParseContext & { warnings: string[] } {
  const warnings: string[] = [];
  return {
    imageHosts: [],
    embedHosts: [],
    assetHosts: [],
    assetAddress: (id) => `/assets/${id}`,
    fileFacts: () => undefined,
    warn: (message) => void warnings.push(message),
    ...changes,
    warnings,
  };
}
