import { BlockList, isIPv6 } from 'node:net';
import type { Clock } from '../process/clock.ts';
import { createHttpClient, type HttpClient, HttpFailure } from '../upstream/httpClient.ts';

/** Networks that are not the public internet (IANA special-purpose registries): no editor's link makes us call them. */
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
// Of IPv6 only 2000::/3 is public; two parts of it hold addresses of version 4.
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');
denied.addSubnet('2001::', 23, 'ipv6');
denied.addSubnet('2002::', 16, 'ipv6');

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (!isIPv6(address)) return !denied.check(address, 'ipv4');
  return global6.check(address, 'ipv6') && !denied.check(address, 'ipv6');
}

interface Asked {
  /** Why it is dead; null: it is not, or nobody knows. */
  readonly death: string | null;
  /** By the clock's `now`. */
  readonly at: number;
}

export interface OutsideLinksOptions {
  readonly clock: Clock;
  /** Our own origin, which is told to those who are asked. */
  readonly origin: string;
  /** Between two calls: 20 s unless said otherwise, so three a minute. */
  readonly everyMs?: number;
  /** Which hosts may be asked: those of the public internet unless said otherwise. */
  readonly mayConnect?: (address: string) => boolean;
}

const deadlineMs = 10_000;
const dayMs = 24 * 3_600_000;
/** More links than this are not asked; in a day there is time for 4,320. */
const mostLinks = 2_000;

/** Asks whether links to elsewhere are alive: one at a time, each once a day, and only while somebody reads of it. */
export class OutsideLinks {
  /** Another whenever more is known. */
  number = 0;
  readonly #options: OutsideLinksOptions;
  readonly #http: HttpClient;
  readonly #asked = new Map<string, Asked>();
  #noted: readonly string[] = [];
  #isAsking = false;
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

  /** Notes which links there are now, and goes on to ask. */
  note(addresses: readonly string[]): void {
    const links = new Set(addresses.flatMap((address) => toAsk(address) ?? []));
    this.#noted = [...links].slice(0, mostLinks);
    for (const known of this.#asked.keys()) if (!links.has(known)) this.#asked.delete(known);
    if (!this.#isAsking) void this.#askNext();
  }

  /** Why a link is dead, as far as it was asked; null: it is not, or nobody knows. */
  deathOf(address: string): string | null {
    return this.#asked.get(toAsk(address) ?? '')?.death ?? null;
  }

  /** How many links there are, and how many of them have been asked. */
  progress(): { readonly links: number; readonly asked: number } {
    return { links: this.#noted.length, asked: this.#asked.size };
  }

  close(): void {
    this.#cancel();
    this.#noted = [];
    this.#http.close();
  }

  async #askNext(): Promise<void> {
    const { clock, everyMs = 20_000 } = this.#options;
    const now = clock.now();
    const next = this.#noted.find(
      (address) => now - (this.#asked.get(address)?.at ?? Number.NEGATIVE_INFINITY) >= dayMs,
    );
    this.#isAsking = next !== undefined;
    if (next === undefined) return;
    const asked = await this.#ask(next);
    // Meanwhile it may have been taken away, or all of this ended.
    if (this.#noted.includes(next)) this.#asked.set(next, asked);
    this.number += 1;
    this.#cancel = clock.after(everyMs, () => void this.#askNext());
  }

  /** A host that is down for a day is not dead; one that nobody knows is. */
  async #ask(url: string): Promise<Asked> {
    const head = await this.#call(url, 'HEAD');
    const isUnclear = !(head instanceof HttpFailure) && head.status >= 400;
    const response = isUnclear ? await this.#call(url, 'GET') : head;
    const status = response instanceof HttpFailure ? response.code : response.status;
    const isDead = status === 404 || status === 410 || status === 'ENOTFOUND';
    const words = typeof status === 'number' ? `it responds with ${status}` : 'there is no such host';
    return { death: isDead ? words : null, at: this.#options.clock.now() };
  }

  #call(url: string, method: 'HEAD' | 'GET') {
    const headers = { 'User-Agent': `link-check (+${this.#options.origin})`, Accept: '*/*' };
    return this.#http.send({ url, method, headers, deadlineMs, maxBodyBytes: 0 });
  }
}

/** What is asked for a link: without its fragment. Null: it does not lead elsewhere by http. */
function toAsk(address: string): string | null {
  const url = /^https?:/.test(address) ? URL.parse(address) : null;
  if (url === null) return null;
  url.hash = '';
  return url.href;
}
