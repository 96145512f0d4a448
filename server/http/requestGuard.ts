import type { IncomingMessage } from 'node:http';

/** Why a request is refused. */
export interface Refusal {
  readonly status: 400 | 405 | 414;
  readonly reason: string;
}

const allowedMethods = new Set(['GET', 'HEAD', 'POST']);
const longestAddress = 2048;

/**
 * Refuses requests that no route should have to handle: other methods than the site has, addresses that do not
 * decode, hold control bytes or name another host, two Host headers and HTTP/0.9 (Node accepts both).
 */
export function guardRequest(request: IncomingMessage): Refusal | null {
  const { method = '', url = '' } = request;
  if (!allowedMethods.has(method)) return { status: 405, reason: `${method} is not answered here.` };
  if (request.httpVersionMajor < 1) return { status: 400, reason: 'HTTP before 1.0 is not answered here.' };
  if (hasTwoHosts(request)) return { status: 400, reason: 'More than one Host header.' };
  if (url.length > longestAddress) return { status: 414, reason: 'The address is too long.' };
  if (!url.startsWith('/') || /^\/[/\\]/.test(url))
    return { status: 400, reason: 'The address names another host.' };
  const path = decodePath(url);
  if (path === null) return { status: 400, reason: 'The address does not decode.' };
  // The two separators end a line for routes and logs alike, though not for HTTP.
  if (/[\u0000-\u001f\u007f\u2028\u2029\\]/.test(path))
    return { status: 400, reason: 'The address holds control bytes.' };
  if (path.split('/').includes('..')) return { status: 400, reason: 'The address climbs.' };
  return null;
}

/**
 * Whether a request carries more than one Host header; read from the raw list, because Node drops all but the
 * first.
 */
export function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

function decodePath(url: string): string | null {
  const end = url.search(/[?#]/);
  try {
    return decodeURIComponent(end < 0 ? url : url.slice(0, end));
  } catch {
    return null;
  }
}
