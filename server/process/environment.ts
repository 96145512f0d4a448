/** What provisioning and compose read may stand in the same file. */
const ofOthers = /^DIRECTUS_(ADMIN_(TOKEN|EMAIL|PASSWORD)|PORT|PUBLIC_URL|SECRET|VERSION)$|^SITE_HOOK_URL$/;
/** Beginnings that no platform and no library gives to variables of its own. */
const ourWords = /^(DIRECTUS|FRONTEND|BACKEND|BOOKING|CONTACT|CONTENT|METRICS)_/;

/** The environment variables of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads variables one by one and collects their problems. A variable that is present but empty counts as absent. A
 * problem's text never has the value: it may be a secret.
 */
export function createEnvironmentReader(env: Environment) {
  const problems: string[] = [];
  const known = new Set<string>();
  const text = (name: string): string | null => {
    known.add(name);
    return env[name]?.trim() || null;
  };

  const choice = <T extends string>(name: string, allowed: readonly T[], fallback: T): T => {
    const value = text(name);
    if (value === null) return fallback;
    const found = allowed.find((option) => option === value);
    if (found === undefined) problems.push(`${name} must be one of ${allowed.join(', ')}.`);
    return found ?? fallback;
  };

  const integer = (name: string, smallest: number, largest: number): number | null => {
    const value = text(name);
    if (value === null) return null;
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= smallest && number <= largest) return number;
    problems.push(`${name} must be a whole number from ${smallest} to ${largest}.`);
    return null;
  };

  const flag = (name: string): boolean | null => {
    const value = text(name)?.toLowerCase();
    if (value === undefined) return null;
    if (['1', 'true', 'yes', 'on'].includes(value)) return true;
    if (!['0', 'false', 'no', 'off'].includes(value)) problems.push(`${name} must be 1 or 0.`);
    return false;
  };

  const url = (name: string): string | null => {
    const value = text(name);
    if (value === null) return null;
    const parsed = URL.canParse(value) ? new URL(value) : null;
    if (parsed && ['http:', 'https:'].includes(parsed.protocol) && !parsed.username && !parsed.password) {
      return value.replace(/\/+$/, '');
    }
    problems.push(`${name} must be an http or https address without credentials.`);
    return null;
  };

  const required = (name: string, value: string | null): string => {
    if (value === null && text(name) === null) problems.push(`${name} is required.`);
    return value ?? '';
  };

  const list = (name: string, isGood: (value: string) => boolean, meaning: string): readonly string[] => {
    const values = (text(name) ?? '').split(',').map((value) => value.trim());
    const named = values.filter((value) => value !== '');
    if (!named.every(isGood)) problems.push(`${name} must be a comma-separated list of ${meaning}.`);
    return named;
  };

  /** A sentence for each variable that nothing has read by now and that looks like one of ours. */
  const misspelt = (): string[] =>
    Object.keys(env).flatMap((name) => {
      if (known.has(name) || ofOthers.test(name)) return [];
      const similar = [...known].find(
        (ours) => distance(name, ours) <= Math.max(name.length, ours.length) / 3,
      );
      if (similar) return [`${name} is not read by the site: is it ${similar}?`];
      return ourWords.test(name) ? [`${name} is not read by the site.`] : [];
    });

  return { problems, text, choice, integer, flag, url, required, list, misspelt };
}

/** How many letters have to be added, taken away or replaced to make one word of the other (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (let i = 1; i <= other.length; i += 1) {
      const replaced = (row[i - 1] ?? 0) + (letter === other[i - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[i] ?? 0) + 1, (next[i - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
