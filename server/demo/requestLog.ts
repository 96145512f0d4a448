import { EventEmitter } from 'node:events';
import type { ReceivedRequest } from './answer.ts';

/** A request as a demo service saw it. */
export interface RecordedRequest {
  readonly method: string;
  /** The raw request target. */
  readonly url: string;
  readonly path: string;
  readonly headers: ReceivedRequest['headers'];
  readonly body: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** `broken`: the connection ended before the whole answer was out, by either side. */
  outcome: 'open' | 'answered' | 'broken';
}

export interface RequestLog {
  readonly requests: readonly RecordedRequest[];
  add(request: ReceivedRequest): RecordedRequest;
  clear(): void;
  next(matches?: (request: RecordedRequest) => boolean, timeoutMs?: number): Promise<RecordedRequest>;
}

/** More than any test counts; a demo left running does not grow beyond it. */
const mostRequests = 10_000;

/** Makes an empty, bounded record of requests. */
export function createRequestLog(): RequestLog {
  const requests: RecordedRequest[] = [];
  const arrivals = new EventEmitter<{ request: [RecordedRequest] }>();
  arrivals.setMaxListeners(0);
  return {
    requests,
    add({ method, url, path, headers, body }) {
      const record: RecordedRequest = {
        method,
        url,
        path,
        headers,
        body: body.toString(),
        at: Date.now(),
        outcome: 'open',
      };
      requests.push(record);
      if (requests.length > mostRequests) requests.shift();
      arrivals.emit('request', record);
      return record;
    },
    clear() {
      requests.length = 0;
    },
    next(matches = () => true, timeoutMs = 5000) {
      return new Promise((resolve, reject) => {
        const stop = () => {
          clearTimeout(timer);
          arrivals.off('request', look);
        };
        const look = (request: RecordedRequest) => {
          if (!matches(request)) return;
          stop();
          resolve(request);
        };
        const timer = setTimeout(() => {
          stop();
          reject(new Error(`No such request within ${timeoutMs} ms.`));
        }, timeoutMs);
        arrivals.on('request', look);
      });
    },
  };
}
