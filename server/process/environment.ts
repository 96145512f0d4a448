/** Not ours: variables of provisioning, compose and Sentry's tools in the same file, of Kubernetes and of Node. */
const ofOthers = new RegExp(
  [
    '^DIRECTUS_(ADMIN_(TOKEN|EMAIL|PASSWORD)|PUBLIC_URL|SECRET|VERSION)$',
    '^SITE_HOOK_URL$|^REDIS_PASSWORD$|^SENTRY_(AUTH_TOKEN|ORG|PROJECT|URL)$',
    '^(DIRECTUS|REDIS|SITE)_PORT$|_SERVICE_(HOST|PORT)|_PORT_\\d+_|^NODE_',
  ].join('|'),
);
/** The first word of a variable's name, or six letters of it. Names that share it with one of ours are meant for us. */
const beginningOf = (name: string): string | undefined => /^([^_]{1,5}_|.{6})/.exec(name)?.[0];

/** The environment variables of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads variables one by one. An empty variable counts as absent, and gets its fallback. The text of a problem never
 * contains the value: it may be a secret.
 */
export function createEnvironmentReader(env: Environment) {
  const problems: string[] = [];
  /** The effective value of each variable, as an operator would write it; secrets masked. */
  const effective = new Map<string, string>();
  /** Editors on Windows begin a file with a byte order mark, which Node takes for a part of the first name. */
  const given = (name: string): string | null => (env[name] ?? env[`\ufeff${name}`])?.trim() || null;

  /** Reads one variable with a parser, which returns undefined for a value that is not `rule`. */
  const read = <T, F>(name: string, rule: string, fallback: F, parse: (text: string) => T | undefined) => {
    const text = given(name);
    const parsed = text === null ? fallback : parse(text);
    if (parsed === undefined) problems.push(`${name} must be ${rule}.`);
    const value = parsed ?? fallback;
    effective.set(name, `${value ?? ''}`);
    return value;
  };
  const text = <F>(name: string, fallback: F) => read(name, 'a text', fallback, String);

  return {
    problems,
    effective,
    read,
    text,
    choice<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
      const rule = `one of ${allowed.join(', ')}`;
      return read(name, rule, fallback, (value) => allowed.find((option) => option === value));
    },
    integer<F>(name: string, smallest: number, largest: number, fallback: F) {
      const rule = `a whole number from ${smallest} to ${largest}`;
      return read(name, rule, fallback, (value) => {
        const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
        return number >= smallest && number <= largest ? number : undefined;
      });
    },
    flag(name: string, fallback: boolean): boolean {
      return read(name, '1 or 0', fallback, (value) => {
        if (/^(1|true|yes|on)$/i.test(value)) return true;
        return /^(0|false|no|off)$/i.test(value) ? false : undefined;
      });
    },
    /** A URL, returned as browsers write it and without a trailing slash. */
    url<F>(name: string, fallback: F) {
      const rule = 'an http or https address without credentials or query';
      return read(name, rule, fallback, (value) =>
        isPlainUrl(value) ? new URL(value).href.replace(/\/+$/, '') : undefined,
      );
    },
    list(
      name: string,
      isGood: (value: string) => boolean,
      meaning: string,
      fallback: readonly string[] = [],
    ) {
      return read(name, `a comma-separated list of ${meaning}`, fallback, (value) => {
        const named = value.split(',').flatMap((part) => part.trim() || []);
        return named.every(isGood) ? named : undefined;
      });
    },
    /** Like `read`, but masked in `effective`. */
    secret(name: string, rule: string, isGood: (value: string) => boolean): string | null {
      const secret = read(name, rule, null, (value) => (isGood(value) ? value : undefined));
      effective.set(name, secret === null ? '' : '(set)');
      return secret;
    },
    required(name: string, value: string | null): string {
      if (given(name) === null) problems.push(`${name} is required.`);
      return value ?? '';
    },
    /** A sentence for each variable that has not been read by now and whose name begins like one of ours. */
    unread(): string[] {
      const ours = new Set([...effective.keys()].flatMap((name) => beginningOf(name) ?? []));
      return Object.keys(env)
        .filter((name) => !effective.has(name) && !ofOthers.test(name))
        .filter((name) => ours.has(beginningOf(name) ?? ''))
        .map((name) => `${name} is not read by the site.`);
    },
  };
}

/** Whether a text is an http or https URL without credentials. */
export function isHttpUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}

/** The same without a query or fragment: a query such as `access_token` would end up in logs and links. */
const isPlainUrl = (text: string) => isHttpUrl(text) && !/[?#]/.test(text);
