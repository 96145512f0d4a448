import http from 'node:http';

type HttpClient = Pick<typeof http, 'Agent' | 'request'>;

/**
 * Node's client for an address. Its TLS half takes some 20 ms to load, and a site whose services are reached over
 * plain http, beside it in one network, never needs it.
 */
export function httpClientFor(address: string | URL): HttpClient {
  return isSecure(address) ? process.getBuiltinModule('node:https') : http;
}

/** Whether an address is reached over TLS. */
export function isSecure(address: string | URL): boolean {
  return String(address).startsWith('https:');
}
