import { BlockList, isIPv6 } from 'node:net';
import type { Clock } from '../process/clock.ts';
import { createHttpClient, type HttpClient, HttpFailure } from '../upstream/httpClient.ts';

/** Networks that are not the public internet (IANA special-purpose registries): editors' links must not reach them. */
const denied = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  denied.addSubnet(network, bits, 'ipv4');
// Of IPv6 only 2000::/3 is public; these two parts of it contain IPv4 addresses.
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');
denied.addSubnet('2001::', 23, 'ipv6');
denied.addSubnet('2002::', 16, 'ipv6');

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (!isIPv6(address)) return !denied.check(address, 'ipv4');
  return global6.check(address, 'ipv6') && !denied.check(address, 'ipv6');
}

export interface OutsideLinksOptions {
  readonly clock: Clock;
  /** Our own origin, for the `User-Agent` header. */
  readonly origin: string;
  /** Pause between two checks; default: 20 s, so three a minute. */
  readonly everyMs?: number;
  /** Which IP addresses may be called; default: those of the public internet. */
  readonly mayConnect?: (address: string) => boolean;
}

const deadlineMs = 10_000;
const dayMs = 24 * 3_600_000;
/** Links that are checked at most; a day has time for 4,320. */
const mostLinks = 2_000;

/** Checks whether external links work: one at a time, each once a day at most, until none is due. */
export class OutsideLinks {
  /** Changes with each finished check. */
  revision = 0;
  readonly #options: OutsideLinksOptions;
  readonly #http: HttpClient;
  /** Why each link is dead (null: it is not, or that is not known), and when it was checked, by the clock's `now`. */
  readonly #checked = new Map<string, { readonly deadReason: string | null; readonly at: number }>();
  #links: readonly string[] = [];
  #isChecking = false;
  #cancel = () => {};

  constructor(options: OutsideLinksOptions) {
    const { mayConnect = isPublicAddress } = options;
    this.#options = options;
    this.#http = createHttpClient({
      connectTimeoutMs: deadlineMs,
      connections: 1,
      keepAlive: false,
      mayConnect,
    });
  }

  /** Sets the links to check, and starts checking them. */
  setLinks(addresses: readonly string[]): void {
    const links = new Set(addresses.flatMap((address) => checkableUrl(address) ?? []));
    this.#links = [...links].slice(0, mostLinks);
    for (const known of this.#checked.keys()) if (!links.has(known)) this.#checked.delete(known);
    if (!this.#isChecking) void this.#checkNext();
  }

  /** Why a link is dead, as far as it was checked; null: it is not, or that is not known. */
  deadLinkReason(address: string): string | null {
    return this.#checked.get(checkableUrl(address) ?? '')?.deadReason ?? null;
  }

  /** How many links there are, and how many of them have been checked. */
  progress(): { readonly links: number; readonly checked: number } {
    return { links: this.#links.length, checked: this.#checked.size };
  }

  close(): void {
    this.#cancel();
    this.#links = [];
    this.#http.close();
  }

  async #checkNext(): Promise<void> {
    const { clock, everyMs = 20_000 } = this.#options;
    const now = clock.now();
    const next = this.#links.find(
      (address) => now - (this.#checked.get(address)?.at ?? Number.NEGATIVE_INFINITY) >= dayMs,
    );
    this.#isChecking = next !== undefined;
    if (next === undefined) return;
    const checked = await this.#check(next);
    // Meanwhile the link may have been removed, or `close` called.
    if (this.#links.includes(next)) this.#checked.set(next, checked);
    this.revision += 1;
    this.#cancel = clock.after(everyMs, () => void this.#checkNext());
  }

  /** A host that DNS does not know is dead; one that is merely down is not. */
  async #check(url: string) {
    const head = await this.#call(url, 'HEAD');
    const response = (head.status ?? 0) >= 400 ? await this.#call(url, 'GET') : head;
    const status = response instanceof HttpFailure ? response.code : response.status;
    const isDead = status === 404 || status === 410 || status === 'ENOTFOUND';
    const words = typeof status === 'number' ? `it responds with ${status}` : 'there is no such host';
    return { deadReason: isDead ? words : null, at: this.#options.clock.now() };
  }

  #call(url: string, method: 'HEAD' | 'GET') {
    const headers = { 'User-Agent': `link-check (+${this.#options.origin})`, Accept: '*/*' };
    return this.#http.send({ url, method, headers, deadlineMs, maxBodyBytes: 0 });
  }
}

/** The URL to check for a link, without its fragment. Null: not an http or https URL. */
function checkableUrl(address: string): string | null {
  const url = /^https?:/.test(address) ? URL.parse(address) : null;
  if (url === null) return null;
  url.hash = '';
  return url.href;
}
