import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { ContactFailure } from '../../shared/contactWording.ts';
import { parseDelivery } from '../../shared/deliveryStatus.ts';
import { enquiryValues, isFromScript, parseEnquiry } from '../../shared/enquiry.ts';
import { type EnquiryFormState, emptyEnquiryValues, idempotencyHeader } from '../../shared/enquiryFields.ts';
import type { ContactLimiter } from '../contact/contactLimits.ts';
import type { SubmitResult } from '../contact/contactResponse.ts';
import type { ContactService } from '../contact/contactService.ts';
import { keyWithoutScript } from '../contact/submissionMemory.ts';
import { addressOf } from '../http/addressLimit.ts';
import type { BodyReader } from '../http/requestBody.ts';
import { judgeOrigin, type OwnNames } from '../http/requestOrigin.ts';

/** The outcome of a posted enquiry, before it is put into a page or into JSON. */
type Intake = SentIntake | FailedIntake;

type SentIntake = Extract<SubmitResult, { readonly outcome: 'sent' }> & Pick<EnquiryFormState, 'values'>;

interface FailedIntake extends Pick<EnquiryFormState, 'values' | 'errors'> {
  readonly outcome: 'failed';
  readonly failure: ContactFailure;
  readonly status: number;
}

/** Why an enquiry was rejected before its text was validated. */
export type Rejection = 'foreignOrigin' | 'unprovenOrigin' | 'tooMany' | 'unreadable' | 'honeypot';

interface IntakeCollaborators {
  readonly contact: ContactService;
  readonly limiter: ContactLimiter;
  readonly names: OwnNames;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** Counts the rejected enquiries. */
  readonly onRejected: (reason: Rejection) => void;
}

const statuses: Readonly<Partial<Record<ContactFailure['kind'], number>>> = {
  invalid: 422,
  crossOrigin: 403,
  tooMany: 429,
  tooLarge: 413,
  unreadableRequest: 400,
  notConfigured: 503,
  timedOut: 504,
};

const failed = (failure: ContactFailure, more: Partial<FailedIntake> = {}): FailedIntake => ({
  outcome: 'failed',
  failure,
  values: emptyEnquiryValues,
  errors: {},
  status: statuses[failure.kind] ?? 502,
  ...more,
});

const keyPattern = /^[A-Za-z0-9_-]{16,64}$/;

/**
 * Takes a posted enquiry through every layer, the cheapest first: where it comes from, how much came from there,
 * type and size of the body, what it says, the hidden field; then sends it on. Rejects only when the server itself
 * is at fault.
 */
export function createIntake(collaborators: IntakeCollaborators) {
  const { contact, limiter, names, log, onRejected } = collaborators;

  const reject = (reason: Rejection): void => {
    onRejected(reason);
    log.warn({ reason }, 'An enquiry was rejected.');
  };
  const tooMany = (response: Response): ContactFailure => {
    reject('tooMany');
    const seconds = Number(response.getHeader('Retry-After'));
    return { kind: 'tooMany', retryAfterSeconds: seconds > 0 ? seconds : 60 };
  };

  return async function receive(request: Request, response: Response, readBody: BodyReader): Promise<Intake> {
    // Before the first await: a connection that has closed has no address any more.
    const address = addressOf(request) ?? '';

    const origin = judgeOrigin(request, names, true);
    if (origin === 'foreign') {
      reject('foreignOrigin');
      return failed({ kind: 'crossOrigin' });
    }
    if (!(await limiter.attempt(request, response))) return failed(tooMany(response));

    const read = await readBody(request, response);
    if ('refused' in read) {
      reject('unreadable');
      const kind = read.refused === 413 ? 'tooLarge' : 'unreadableRequest';
      return failed({ kind }, { status: read.refused });
    }
    const values = enquiryValues(read.body);
    if (origin === 'unproven') {
      // It may be a person with a very old browser: what was typed is shown again, with a way to mail it.
      reject('unprovenOrigin');
      return failed({ kind: 'crossOrigin' }, { values });
    }

    const parsed = parseEnquiry(read.body);
    if ('errors' in parsed) return failed({ kind: 'invalid' }, { values, errors: parsed.errors });
    if (isFromScript(read.body)) {
      reject('honeypot');
      return { ...pretendedSuccess(), values };
    }

    const { enquiry } = parsed;
    const given = request.get(idempotencyHeader) ?? '';
    const key = keyPattern.test(given) ? given : keyWithoutScript(enquiry, address);
    const result = await contact.submit(enquiry, key, async () =>
      (await limiter.message(request, response)) ? null : tooMany(response),
    );
    if (result.outcome === 'sent') return { ...result, values };
    const { failure } = result;
    // Of several posts of one enquiry at once, only the first was counted, and has the header.
    if (failure.kind === 'tooMany') response.set('Retry-After', String(failure.retryAfterSeconds));
    return failed(failure, { values });
  };
}

/** What a bot that fills in the honeypot gets: the same response as a visitor, but nothing is sent. */
function pretendedSuccess(): Omit<SentIntake, 'values'> {
  const submissionId = randomUUID();
  return {
    outcome: 'sent',
    message: null,
    resendEmailId: randomUUID(),
    resendStatus: 'queued',
    delivery: parseDelivery({ resendStatus: 'queued' }, submissionId),
  };
}
