import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { ContactFailure } from '../../shared/contactWording.ts';
import { parseDelivery } from '../../shared/deliveryStatus.ts';
import {
  type EnquiryErrors,
  type EnquiryValues,
  emptyEnquiryValues,
  enquiryValues,
  idempotencyHeader,
  isFromScript,
  parseEnquiry,
} from '../../shared/enquiry.ts';
import type { SubmitResult } from '../contact/contactAnswer.ts';
import type { ContactLimiter } from '../contact/contactLimits.ts';
import type { ContactService } from '../contact/contactService.ts';
import { keyWithoutScript } from '../contact/submissionMemory.ts';
import type { BodyReader } from '../http/requestBody.ts';
import { judgeOrigin } from '../http/requestOrigin.ts';

/** What became of a posted enquiry, before anybody has put it into a page or into JSON. */
export type Intake =
  | Extract<SubmitResult, { readonly outcome: 'sent' }>
  | {
      readonly outcome: 'failed';
      readonly failure: ContactFailure;
      readonly status: number;
      readonly values: EnquiryValues;
      readonly errors: EnquiryErrors;
    };

/** Why an enquiry was turned away without its text having been looked at. */
export type Rejection = 'foreignOrigin' | 'unprovenOrigin' | 'tooMany' | 'unreadable' | 'honeypot';

export interface IntakeCollaborators {
  readonly contact: ContactService;
  readonly limiter: ContactLimiter;
  readonly ownOrigin: string;
  /** Whether browsers post to another origin, whose gateway forwards it. */
  readonly throughGateway: boolean;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** Counts what was turned away. */
  readonly onRejected: (reason: Rejection) => void;
}

const statusOf = (failure: ContactFailure): number => {
  switch (failure.kind) {
    case 'invalid':
      return 422;
    case 'crossOrigin':
      return 403;
    case 'tooMany':
      return 429;
    case 'tooLarge':
      return 413;
    case 'unreadableRequest':
      return 400;
    case 'notConfigured':
      return 503;
    case 'timedOut':
      return 504;
    default:
      return 502;
  }
};

const keyPattern = /^[A-Za-z0-9_-]{16,64}$/;

/**
 * Takes a posted enquiry through every layer, the cheapest first: type and size of the body, where it comes
 * from, how much came from there, what it says, the hidden field; then sends it on. Rejects only when the
 * server itself is at fault.
 */
export function createIntake(collaborators: IntakeCollaborators) {
  const { contact, limiter, ownOrigin, throughGateway, log, onRejected } = collaborators;
  return async function receive(request: Request, response: Response, readBody: BodyReader): Promise<Intake> {
    let values = emptyEnquiryValues;
    const failed = (
      failure: ContactFailure,
      status = statusOf(failure),
      errors: EnquiryErrors = {},
    ): Intake => ({
      outcome: 'failed',
      failure,
      status,
      values,
      errors,
    });
    const reject = (reason: Rejection): void => {
      onRejected(reason);
      log.warn({ reason }, 'An enquiry was turned away.');
    };
    const tooMany = (): Intake => {
      reject('tooMany');
      const seconds = Number(response.getHeader('Retry-After'));
      return failed({ kind: 'tooMany', retryAfterSeconds: seconds > 0 ? seconds : 60 });
    };
    // Before anything is awaited: the address of a connection that has closed is gone.
    const address = request.ip ?? '';

    const origin = judgeOrigin(request, ownOrigin, throughGateway);
    if (origin === 'foreign') {
      reject('foreignOrigin');
      return failed({ kind: 'crossOrigin' });
    }
    if (!(await limiter.attempt(request, response))) return tooMany();

    const read = await readBody(request, response);
    if ('refused' in read) {
      reject('unreadable');
      return read.refused === 413
        ? failed({ kind: 'tooLarge' })
        : failed({ kind: 'unreadableRequest' }, read.refused);
    }
    values = enquiryValues(read.body);
    if (origin === 'unproven') {
      // A person with a very old browser is possible: what was typed is shown again, with a way to mail it.
      reject('unprovenOrigin');
      return failed({ kind: 'crossOrigin' });
    }

    const parsed = parseEnquiry(read.body);
    if ('errors' in parsed) return failed({ kind: 'invalid' }, 422, parsed.errors);
    if (isFromScript(read.body)) {
      reject('honeypot');
      return pretendedSuccess();
    }

    const { enquiry } = parsed;
    const given = request.get(idempotencyHeader) ?? '';
    const key = keyPattern.test(given) ? given : keyWithoutScript(enquiry, address);
    const repeat = contact.isRepeat(enquiry, key);
    if (!repeat && !(await limiter.message(request, response))) return tooMany();
    const result = await contact.submit(enquiry, key);
    return result.outcome === 'sent' ? result : failed(result.failure);
  };
}

/** What a script that fills in everything gets: an answer like everybody's, and nothing was sent. */
function pretendedSuccess(): Intake {
  const submissionId = randomUUID();
  return {
    outcome: 'sent',
    message: null,
    resendEmailId: randomUUID(),
    resendStatus: 'queued',
    delivery: parseDelivery({ resendStatus: 'queued' }, submissionId),
  };
}
