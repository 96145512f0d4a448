import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FinishedCall } from '../content/serviceCaller.ts';
import type { RequestContext } from '../middleware/requestContext.ts';
import type { ReportError } from '../reportError.ts';

/** What the site tells the error reporting service. Nothing here throws. */
export interface Telemetry {
  /** Sends an error, or a text as a message. */
  readonly report: ReportError;
  /** A call to the content service is over: a span of the request's trace, and a breadcrumb on success. */
  readonly noteCall: (call: FinishedCall) => void;
  /** Answers a request within a scope and a trace of its own. */
  readonly trace: (
    request: IncomingMessage,
    response: ServerResponse,
    context: RequestContext,
    answer: () => void,
  ) => void;
  /** A kept page has gone out: the most frequent answer, so it is traced afterwards and not at any price. */
  readonly traceKept: (request: IncomingMessage, response: ServerResponse, context: RequestContext) => void;
  /** Sends what still waits, for at most two seconds. */
  close(): Promise<void>;
}

/** Without an error reporting service: nothing is kept, nothing is sent. */
export const noTelemetry: Telemetry = {
  report: () => undefined,
  noteCall: () => undefined,
  trace: (_request, _response, _context, answer) => answer(),
  traceKept: () => undefined,
  close: () => Promise.resolve(),
};
