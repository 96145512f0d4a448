import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestContext } from '../http/requestContext.ts';
import type { ReportError } from '../process/errors.ts';

/** One call to another service that is over. */
export interface UpstreamCall {
  readonly service: 'content' | 'contact';
  readonly method: string;
  /** A path without its query and without anything of a visitor. */
  readonly endpoint: string;
  /** The whole address, where nothing of a visitor can be in it. */
  readonly url?: string;
  readonly durationMs: number;
  /** Null: there was no response. */
  readonly status: number | null;
  readonly hasSucceeded: boolean;
}

/** The connection to the error reporting service. Nothing here throws. */
export interface Telemetry {
  /** Sends an error, or a text as a message. */
  readonly report: ReportError;
  /** A span of the request's trace, and a breadcrumb on success. */
  readonly noteCall: (call: UpstreamCall) => void;
  /** Handles a request within a scope and a trace of its own. */
  readonly trace: (
    request: IncomingMessage,
    response: ServerResponse,
    context: RequestContext,
    handle: () => void,
  ) => void;
  /**
   * Called when a cached page was sent: the most frequent response, so it is traced afterwards and as cheaply as
   * possible.
   */
  readonly traceCached: (request: IncomingMessage, response: ServerResponse, context: RequestContext) => void;
  /** The outcomes of events: `sent`, `refused`, or `lost` without a response or for want of room. */
  readonly deliveries: ReadonlyMap<string, number>;
  /** Sends what still waits, for at most two seconds. */
  close(): Promise<void>;
}

/** Without an error reporting service: nothing is collected, nothing is sent. */
export const noTelemetry: Telemetry = {
  report: () => undefined,
  noteCall: () => undefined,
  trace: (_request, _response, _context, handle) => handle(),
  traceCached: () => undefined,
  deliveries: new Map(),
  close: () => Promise.resolve(),
};
