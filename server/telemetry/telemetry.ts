import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestContext } from '../http/requestContext.ts';
import type { ReportError } from '../process/reportError.ts';

/** One call to another service that is over. */
export interface UpstreamCall {
  readonly service: 'content' | 'contact';
  readonly method: string;
  /** A path without its query and without anything of a visitor. */
  readonly endpoint: string;
  /** The whole address, where nothing of a visitor can be in it. */
  readonly url?: string;
  readonly durationMs: number;
  /** Null: there was no answer. */
  readonly status: number | null;
  readonly hasSucceeded: boolean;
}

/** What the site tells the error reporting service. Nothing here throws. */
export interface Telemetry {
  /** Sends an error, or a text as a message. */
  readonly report: ReportError;
  /** A span of the request's trace, and a breadcrumb on success. */
  readonly noteCall: (call: UpstreamCall) => void;
  /** Answers a request within a scope and a trace of its own. */
  readonly trace: (
    request: IncomingMessage,
    response: ServerResponse,
    context: RequestContext,
    answer: () => void,
  ) => void;
  /** A cached page has gone out: the most frequent answer, so it is traced afterwards and not at any price. */
  readonly traceCached: (request: IncomingMessage, response: ServerResponse, context: RequestContext) => void;
  /** What became of events: `sent`, `refused`, or `lost` without an answer or for want of room. */
  readonly deliveries: ReadonlyMap<string, number>;
  /** Sends what still waits, for at most two seconds. */
  close(): Promise<void>;
}

/** Without an error reporting service: nothing is collected, nothing is sent. */
export const noTelemetry: Telemetry = {
  report: () => undefined,
  noteCall: () => undefined,
  trace: (_request, _response, _context, answer) => answer(),
  traceCached: () => undefined,
  deliveries: new Map(),
  close: () => Promise.resolve(),
};
