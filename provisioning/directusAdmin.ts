import { setTimeout as pause } from 'node:timers/promises';
import { jsonOf } from '../shared/jsonOf.ts';
import type { Data } from './wanted.ts';

/** A problem that the person who runs the provisioning can fix; its message says how. */
export class ProvisioningProblem extends Error {
  override readonly name = 'ProvisioningProblem';
  /** The HTTP status and Directus' own error code; null unless Directus refused a call. */
  readonly status: number | null;
  readonly code: string | null;

  constructor(
    message: string,
    refusal: { readonly status: number; readonly code: string | null } | null = null,
  ) {
    super(message);
    this.status = refusal?.status ?? null;
    this.code = refusal?.code ?? null;
  }
}

/** Calls with an administrator's token. Every method throws a `ProvisioningProblem` on failure. */
export interface DirectusAdmin {
  readonly url: string;
  /** Dry run: no request that would change anything is sent, so created things have no id. */
  readonly isDry: boolean;
  /** @returns `data` of the response. */
  read(path: string, query?: Readonly<Record<string, unknown>>): Promise<unknown>;
  readRows(path: string, query?: Readonly<Record<string, unknown>>): Promise<readonly Data[]>;
  create(path: string, body: unknown): Promise<unknown>;
  change(path: string, body: unknown): Promise<unknown>;
  remove(path: string, body?: unknown): Promise<void>;
}

const isData = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** A JSON object from a response; an empty one for everything else. */
export const toData = (value: unknown): Data => (isData(value) ? value : {});
/** The objects of a list from a response. */
export const toRows = (value: unknown): readonly Data[] => (Array.isArray(value) ? value.filter(isData) : []);
/** A text that is not empty, or a number as text; null for everything else. */
export const toText = (value: unknown): string | null =>
  typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(value) : null;

const timeoutMs = 60_000;
const mostAttempts = 8;
const longestWaitMs = 30_000;

/**
 * Creates a client for the Directus API with administrator rights. When Directus is too busy, it retries after the time
 * that Directus asks for.
 *
 * @throws {ProvisioningProblem} when the token is malformed
 */
export function createDirectusAdmin(address: string, token: string, isDry = false): DirectusAdmin {
  // Directus treats a token with a space as no token at all; the other excluded characters cannot be sent in a header.
  if (!/^[!-~]+$/.test(token)) {
    throw new ProvisioningProblem(
      'DIRECTUS_ADMIN_TOKEN contains a space or a character that no token has: copy it again.',
    );
  }
  const url = address.replace(/\/+$/, '');

  const send = async (method: string, target: string, body: unknown): Promise<Response> => {
    const isForm = body instanceof FormData;
    try {
      return await fetch(target, {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          Authorization: `Bearer ${token}`,
          ...(isForm ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      });
    } catch (error) {
      throw new ProvisioningProblem(
        `No response from ${url} (${reasonOf(error)}). Is DIRECTUS_URL right, and is Directus running there?`,
      );
    }
  };

  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    for (let attempt = 1; ; attempt += 1) {
      const response = await send(method, url + path, body);
      const text = await response.text();
      const isBusy = response.status === 429 || response.status === 503;
      if (isBusy && attempt < mostAttempts) {
        const seconds = Number(response.headers.get('retry-after'));
        await pause(Math.min(seconds > 0 ? seconds * 1000 : 500 * attempt, longestWaitMs));
        continue;
      }
      if (response.ok && text === '') return null;
      const parsed = jsonOf(text);
      if (response.ok && isData(parsed)) return parsed.data;
      throw problemOf(url, `${method} ${path.split('?')[0]}`, response, toData(parsed));
    }
  };

  const read: DirectusAdmin['read'] = (path, query = {}) => {
    const parameters = Object.entries(query).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]);
    return call('GET', `${path}?${new URLSearchParams(parameters)}`);
  };
  return {
    url,
    isDry,
    read,
    readRows: async (path, query) => toRows(await read(path, query)),
    create: async (path, body) => (isDry ? null : call('POST', path, body)),
    change: async (path, body) => (isDry ? null : call('PATCH', path, body)),
    async remove(path, body) {
      if (!isDry) await call('DELETE', path, body);
    },
  };
}

function problemOf(url: string, what: string, response: Response, parsed: Data): ProvisioningProblem {
  const { status } = response;
  const location = response.headers.get('location');
  if (location) {
    return new ProvisioningProblem(
      `${url} redirects to ${location}. Set DIRECTUS_URL to where Directus itself is.`,
    );
  }
  const error = toRows(parsed.errors)[0];
  if (!error) {
    return new ProvisioningProblem(
      `${url} responds (status ${status}), but not as Directus does. DIRECTUS_URL is the address without /admin.`,
    );
  }
  const code = toText(toData(error.extensions).code);
  if (status === 401) {
    return new ProvisioningProblem(
      'Directus does not know this token. Set DIRECTUS_ADMIN_TOKEN to the static token of an administrator.',
      { status, code },
    );
  }
  const message = toText(error.message)?.slice(0, 500) ?? 'no reason given';
  const isThere = code === 'RECORD_NOT_UNIQUE' || message.includes('already exists');
  const hint = isThere ? ' Is it running twice? Run it again when the other run has ended.' : '';
  return new ProvisioningProblem(`Directus refused ${what} (status ${status}): ${message}${hint}`, {
    status,
    code,
  });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `nothing within ${timeoutMs / 1000} s`;
  const { cause } = error;
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message;
  return error.message;
}
