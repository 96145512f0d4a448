/**
 * Removes visitor data from events of the error reporting service. Browser and server run every event through this
 * before sending it. It is the last of several layers; the first is that nothing puts form fields, bodies, cookies
 * or IP addresses into an event.
 */

/** The parts of an event that could hold visitor data, named as in the service's protocol. */
interface ScrubbableEvent {
  message?: string;
  /** The name of a trace. */
  transaction?: string;
  user?: unknown;
  request?: {
    url?: string;
    method?: string;
    data?: unknown;
    query_string?: unknown;
    cookies?: unknown;
    env?: unknown;
    headers?: { [name: string]: string };
  };
  exception?: {
    values?: { value?: string; stacktrace?: { frames?: { filename?: string; abs_path?: string }[] } }[];
  };
  breadcrumbs?: { message?: string; data?: { [name: string]: unknown } }[];
  spans?: { description?: string | undefined; data?: { [name: string]: unknown } }[];
  contexts?: { trace?: { data?: { [name: string]: unknown } } };
}

/** SDK options that turn off its own collection of visitor data, in browser and server. */
export const collectNothing = {
  userInfo: false,
  cookies: false,
  httpHeaders: false,
  httpBodies: [],
  urlQueryParams: false,
};

const longestText = 2_000;
const allowedHeaders = new Set(['user-agent']);
/** Span and breadcrumb attributes that hold page addresses; see OpenTelemetry's HTTP conventions. */
const addressKeys = /^(url|url\.full|http\.url|http\.target|to|from|server\.address\.full)$/;
/** Attributes that are removed, including those of the device, which would help to identify visitors. */
const droppedKeys =
  /query|fragment|cookie|header|body|user|client\.(address|port)|peer|referr?er|\bip\b|^(deviceMemory|hardwareConcurrency|(effectiveC|c)onnectionType)$/i;

/** Shortens the number of a message, which would open its page, to the part that its visitor quotes. */
export const cutNumber = (text: string): string =>
  text.replace(/([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '$1');

/** An address without query and fragment, and without the number of a message. */
export function scrubAddress(address: string): string {
  const end = address.search(/[?#]/);
  return cutNumber(end < 0 ? address : address.slice(0, end));
}

/** Scrubs the addresses in a JSON text: absolute ones, and paths at the start of a string. */
export function scrubAddresses(json: string): string {
  const withoutQueries = json.replace(/"?(?:[^\s"\\]|\\[^"])+/g, (word) => {
    const from = /^"?\//.test(word) ? 0 : word.search(/https?:\/\//);
    const end = from < 0 ? -1 : word.slice(from).search(/[?#]/);
    return end < 0 ? word : word.slice(0, from + end);
  });
  return cutNumber(withoutQueries);
}

/** Masks e-mail addresses in a text, and removes the queries of addresses in it and the numbers of messages. */
function scrubText(text: string): string {
  // Numbers first: half of one would not be recognized.
  return cutNumber(text)
    .slice(0, longestText)
    .replace(/[^\s@<>"'()]{1,64}@[^\s@<>"'()]{1,255}/g, '[e-mail]')
    .replace(/(\/[^\s?#"']*)\?[^\s"')]*/g, '$1');
}

/** Removes everything from an event that is, or may be, visitor data. Modifies the given event. */
export function scrubEvent(event: ScrubbableEvent): void {
  delete event.user;
  if (event.message !== undefined) event.message = scrubText(event.message);
  if (event.transaction !== undefined) event.transaction = scrubAddress(event.transaction);
  for (const exception of event.exception?.values ?? []) {
    if (exception.value !== undefined) exception.value = scrubText(exception.value);
    // For an inline script the file name is the address of the page.
    for (const frame of exception.stacktrace?.frames ?? []) {
      if (frame.filename !== undefined) frame.filename = scrubAddress(frame.filename);
      if (frame.abs_path !== undefined) frame.abs_path = scrubAddress(frame.abs_path);
    }
  }
  scrubRequest(event.request);
  for (const crumb of event.breadcrumbs ?? []) {
    if (crumb.message !== undefined) crumb.message = scrubText(crumb.message);
    scrubAttributes(crumb.data);
  }
  for (const span of event.spans ?? []) {
    if (span.description !== undefined) span.description = scrubText(span.description);
    scrubAttributes(span.data);
  }
  scrubAttributes(event.contexts?.trace?.data);
}

function scrubRequest(request: ScrubbableEvent['request']): void {
  if (!request) return;
  for (const part of ['data', 'query_string', 'cookies', 'env'] as const) delete request[part];
  if (request.url !== undefined) request.url = scrubAddress(request.url);
  for (const name of Object.keys(request.headers ?? {})) {
    if (!allowedHeaders.has(name.toLowerCase())) delete request.headers?.[name];
  }
}

function scrubAttributes(data: { [name: string]: unknown } | undefined): void {
  if (!data) return;
  for (const [name, value] of Object.entries(data)) {
    if (droppedKeys.test(name)) delete data[name];
    else if (typeof value === 'string')
      data[name] = addressKeys.test(name) ? scrubAddress(value) : scrubText(value);
  }
}
