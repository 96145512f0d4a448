import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { campaignOf, longestPath, readContactQuery } from '../../shared/contactQuery.ts';
import type { ContactFailure } from '../../shared/contactWording.ts';
import { enquiryValues, isHoneypotFilled, parseEnquiry } from '../../shared/enquiry.ts';
import {
  type EnquiryErrors,
  type EnquiryValues,
  emptyEnquiryValues,
  fromField,
  idempotencyHeader,
  keyField,
} from '../../shared/enquiryFields.ts';
import { field } from '../../shared/field.ts';
import { ipAddressOf } from '../http/rateLimits.ts';
import type { BodyReader } from '../http/requestBody.ts';
import { judgeOrigin, ownNames } from '../http/requestOrigin.ts';
import type { Config } from '../process/config.ts';
import type { SiteCounts } from '../telemetry/siteCounts.ts';
import type { ContactLimiter } from './contactLimits.ts';
import type { ContactService } from './contactService.ts';
import type { EnquiryOrigin, EnquiryRecord } from './enquiryRecord.ts';

interface IntakeParts {
  readonly config: Config;
  readonly contact: ContactService;
  readonly counts: Pick<SiteCounts, 'contactRejected'>;
  readonly log: Pick<Logger, 'warn'>;
}

/** Why a posted enquiry was not taken, with all that its page or JSON response needs. */
interface NotTaken {
  readonly failure: ContactFailure;
  readonly status: number;
  readonly values: EnquiryValues;
  readonly errors: EnquiryErrors;
  /** The key under which it may be sent already; null: it certainly was not sent. */
  readonly key: string | null;
}

/** Why an enquiry was rejected before its text was validated. */
type Rejection = 'foreignOrigin' | 'otherName' | 'unprovenOrigin' | 'tooMany' | 'unreadable' | 'honeypot';

const statuses: Readonly<Partial<Record<ContactFailure['kind'], number>>> = {
  invalid: 422,
  held: 422,
  otherName: 403,
  crossOrigin: 403,
  tooMany: 429,
  tooLarge: 413,
  unreadableRequest: 400,
  notConfigured: 503,
  timedOut: 504,
};

const notTaken = (failure: ContactFailure, more: Partial<NotTaken> = {}): NotTaken => ({
  failure,
  values: emptyEnquiryValues,
  errors: {},
  key: null,
  status: statuses[failure.kind] ?? 502,
  ...more,
});

/**
 * Takes a posted enquiry through every check, the cheapest first: its origin, the rate of its network, type and size of
 * the body, the fields, the hidden field; then submits it. Rejects only if the server itself is at fault.
 */
export function createIntake({ config, contact, log, counts }: IntakeParts, limiter: ContactLimiter) {
  const names = ownNames(config);
  const reject = (reason: Rejection, details = {}, message = 'An enquiry was rejected.'): void => {
    counts.contactRejected.inc({ reason });
    log.warn({ reason, ...details }, message);
  };
  /** Also names the host if it is not ours: then `FRONTEND_URL` may be wrong, and nobody can write. */
  const rejectForeign = ({ headers: { host } }: Request): void => {
    if (names.isOwnHost(host)) reject('foreignOrigin');
    else reject('foreignOrigin', { host }, 'An enquiry was rejected: FRONTEND_URL does not name the host.');
  };
  const tooMany = (response: Response): ContactFailure => {
    reject('tooMany');
    return { kind: 'tooMany', retryAfterSeconds: Number(response.getHeader('Retry-After')) || 60 };
  };

  return async function receive(
    request: Request,
    response: Response,
    readBody: BodyReader,
  ): Promise<{ readonly record: EnquiryRecord } | NotTaken> {
    // Before the first await: a closed connection has no address any more.
    const address = ipAddressOf(request) ?? '';
    const judged = judgeOrigin(request, names, true);
    if (judged === 'foreign') {
      rejectForeign(request);
      return notTaken({ kind: 'crossOrigin' });
    }
    if (!(await limiter.attempt(request, response))) return notTaken(tooMany(response));

    const read = await readBody(request, response);
    if ('refused' in read) {
      reject('unreadable');
      const { refused: status } = read;
      return notTaken({ kind: status === 413 ? 'tooLarge' : 'unreadableRequest' }, { status });
    }
    const values = enquiryValues(read.body);
    if (judged === 'unknown') {
      // It may be a person with a very old browser: what was typed is shown again, with a way to mail it.
      reject('unprovenOrigin');
      return notTaken({ kind: 'crossOrigin' }, { values });
    }

    if (judged === 'otherName') {
      reject('otherName');
      return notTaken({ kind: 'otherName', origin: names.origin }, { values });
    }

    const parsed = parseEnquiry(read.body);
    if ('errors' in parsed) return notTaken({ kind: 'invalid' }, { values, errors: parsed.errors });
    if (isHoneypotFilled(read.body)) {
      reject('honeypot');
      return notTaken({ kind: 'held' }, { values });
    }
    const key = String(request.get(idempotencyHeader) ?? field(read.body, keyField));
    const post = {
      enquiry: parsed.enquiry,
      key: /^[A-Za-z0-9_-]{16,64}$/.test(key) ? key : contact.keyWithoutScript(address),
      origin: enquiryOriginOf(field(read.body, fromField) ?? request.get('Referer')),
    };
    // The limits count by what is sent, however it was spelled.
    request.body = parsed.enquiry;

    const taken = await contact.submit(post, async () =>
      (await limiter.message(request, response)) ? null : tooMany(response),
    );
    if ('record' in taken) return taken;
    await limiter.notSent(request);
    const { failure } = taken;
    // Of concurrent posts of one enquiry, only the first was counted, and got the header.
    if (failure.kind === 'tooMany') response.set('Retry-After', String(failure.retryAfterSeconds));
    return notTaken(failure, { values, key: post.key });
  };
}

/**
 * Where the visitor came from, as the form's script says, which knows the previous page and the campaign of the visit;
 * otherwise from the URL of the form's own page. Keeps only a path, a home's slug and campaign parameters.
 */
function enquiryOriginOf(from: unknown): EnquiryOrigin {
  const url = URL.parse(typeof from === 'string' ? from : 'http://', 'http://site');
  return {
    page: url?.pathname.slice(0, longestPath) ?? null,
    home: url && readContactQuery(url.searchParams).home,
    campaign: url && campaignOf(url.searchParams),
  };
}
