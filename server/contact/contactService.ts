import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { ContactFailure } from '../../shared/contactWording.ts';
import type { Enquiry } from '../../shared/enquiryFields.ts';
import type { ReportError } from '../process/errors.ts';
import type { RedisConnection } from '../replicas/redisConnection.ts';
import { HttpFailure } from '../upstream/httpClient.ts';
import {
  type ContactClient,
  type ContactClientOptions,
  type ContactResponse,
  createContactClient,
} from './contactClient.ts';
import {
  isSubmissionId,
  parseStatusResponse,
  parseSubmitResponse,
  type StatusResult,
  type SubmitResult,
} from './contactResponse.ts';
import { createSharedSubmissions } from './sharedSubmissions.ts';
import { createSubmissionMemory, enquiryDigest, rememberedMs } from './submissionMemory.ts';

export interface ContactServiceOptions extends Partial<Omit<ContactClientOptions, 'baseUrl'>> {
  /** The contact API without a trailing slash; null: not configured, and never called. */
  readonly baseUrl: string | null;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly reportError: ReportError;
  /** Called with the outcome of each enquiry; one that is only posted again counts once. */
  readonly onOutcome?: (outcome: 'sent' | ContactFailure['kind']) => void;
  /** Null: this replica knows only what it has sent itself. */
  readonly redis?: RedisConnection | null;
  /** A clock in milliseconds. */
  readonly now?: () => number;
}

/** The contact API as the rest of the server sees it. Nothing here rejects. */
export interface ContactService {
  /**
   * Forwards an enquiry once, however often it is posted: see `SubmissionMemory`. One whose e-mail has failed is
   * forwarded anew. A visitor who leaves does not stop it.
   *
   * @param admit called once before it is sent, and not for a repeat of one that was; returns why it must not be
   */
  submit(enquiry: Enquiry, key: string, admit: () => Promise<ContactFailure | null>): Promise<SubmitResult>;
  /** Where a submission is. One call a second to the contact API for each, for any number of requests. */
  readStatus(id: string): Promise<StatusResult>;
}

/** How long one status of a submission is reused. */
const statusMemoryMs = 1_000;
const mostStatuses = 5_000;
/** How long a new submission id may be unknown to the service that issued it. */
const settlingMs = 60_000;

function causeOf(response: ContactResponse): string {
  if (response instanceof HttpFailure) return response.code;
  return response.body === null ? 'tooLarge' : 'responded';
}

/**
 * Makes the service through which all contact API calls go. Logs and error reports say what happened, never what
 * was written.
 */
export function createContactService(options: ContactServiceOptions): ContactService {
  const { baseUrl, log, reportError, onOutcome, redis = null, now = () => performance.now() } = options;
  const client =
    baseUrl === null
      ? null
      : createContactClient({
          baseUrl,
          deadlineMs: options.deadlineMs ?? 10_000,
          statusDeadlineMs: options.statusDeadlineMs ?? 3_000,
          connectTimeoutMs: options.connectTimeoutMs ?? 2_000,
          maxBodyBytes: options.maxBodyBytes ?? 64 * 1024,
          ...(options.onCall ? { onCall: options.onCall } : {}),
        });
  const submissions = createSubmissionMemory(now);
  const others = createSharedSubmissions(redis, rememberedMs, settlingMs);
  const statuses = createCache<Promise<StatusResult>>(statusMemoryMs);
  /** The status of submissions sent a moment ago, for a service that does not know its own id yet. */
  const recentlySent = createCache<StatusResult>(settlingMs);

  function createCache<T extends {}>(ttl: number): LRUCache<string, T> {
    return new LRUCache<string, T>({ max: mostStatuses, ttl, ttlResolution: 0, perf: { now } });
  }

  async function forward(api: ContactClient, enquiry: Enquiry, digest: string): Promise<SubmitResult> {
    const startedAt = performance.now();
    const response = await api.post(enquiry, digest);
    const result = parseSubmitResponse(response);
    onOutcome?.(result.outcome === 'sent' ? 'sent' : result.failure.kind);
    const facts = {
      status: response instanceof HttpFailure ? null : response.status,
      ms: Math.round(performance.now() - startedAt),
    };
    if (result.outcome === 'failed') {
      await others.finish(digest, response, { isSent: false });
      const failed = { ...facts, outcome: result.failure.kind, cause: causeOf(response) };
      reportError(new Error(`The contact API did not send an enquiry: ${failed.outcome}`), failed);
      return result;
    }
    const { delivery } = result;
    const submissionId = delivery?.reference ?? null;
    log.info({ ...facts, outcome: 'sent', submissionId }, 'An enquiry was sent.');
    if (delivery === null) log.warn('The contact API has given an enquiry no number to follow it by.');
    else recentlySent.set(delivery.reference, { ...result, outcome: 'found', delivery });
    // Before the visitor is told: the next request may come to any replica.
    await others.finish(digest, response, { isSent: true, id: submissionId });
    return result;
  }

  /** The status of a submission that another replica has sent a moment ago. */
  async function findSent(submissionId: string): Promise<StatusResult | null> {
    const response = await others.findSent(submissionId);
    const sent = response && parseSubmitResponse(response);
    if (sent?.outcome !== 'sent' || sent.delivery === null) return null;
    return { ...sent, outcome: 'found', delivery: sent.delivery };
  }

  async function loadStatus(api: ContactClient, submissionId: string): Promise<StatusResult> {
    const response = await api.status(submissionId);
    const result = parseStatusResponse(response, submissionId);
    if (result.outcome === 'unreachable' || result.outcome === 'timedOut') {
      const failed = { submissionId, outcome: result.outcome, cause: causeOf(response) };
      log.warn(failed, 'A delivery status could not be read.');
    } else if (result.outcome === 'found' && !result.delivery.recognised) {
      const resendStatus = result.resendStatus.slice(0, 40);
      log.warn({ submissionId, resendStatus }, 'A delivery is in a state that is not known.');
    } else if (result.outcome === 'found' && result.resendStatus === 'complained') {
      log.warn({ submissionId }, 'A recipient has marked our e-mail as spam.');
    }
    if (result.outcome !== 'unknown') return result;
    return recentlySent.get(submissionId) ?? (await findSent(submissionId)) ?? result;
  }

  async function readStatus(id: string): Promise<StatusResult> {
    if (!isSubmissionId(id)) return { outcome: 'badId' };
    if (client === null) return { outcome: 'unreachable' };
    const cached = statuses.get(id);
    if (cached !== undefined) return cached;
    // No lifetime while it is in flight, so that every request joins it; a second once it has settled.
    const result = loadStatus(client, id);
    statuses.set(id, result, { ttl: 0 });
    return result.finally(() => statuses.set(id, result, { ttl: statusMemoryMs }));
  }

  async function submitOnce(
    api: ContactClient,
    enquiry: Enquiry,
    digest: string,
    admit: () => Promise<ContactFailure | null>,
  ): Promise<SubmitResult> {
    let isRepeat = submissions.wasSent(digest);
    const result = await submissions.once(digest, async () => {
      const told = await others.claim(digest);
      isRepeat = told !== null;
      if (told !== null) return parseSubmitResponse(told);
      const failure = await admit();
      if (failure === null) return forward(api, enquiry, digest);
      await others.release(digest);
      return { outcome: 'failed', failure };
    });
    if (!isRepeat || result.outcome === 'failed' || result.delivery === null) return result;
    const { reference } = result.delivery;
    const status = await readStatus(reference);
    if (status.outcome !== 'found' || status.delivery.final !== 'failed') return result;
    // The visitor was asked to try again: the same text is another message now, on every replica the same one.
    return submitOnce(api, enquiry, enquiryDigest(enquiry, `${digest}\n${reference}`), admit);
  }

  return {
    async submit(enquiry, key, admit) {
      if (client !== null) return submitOnce(client, enquiry, enquiryDigest(enquiry, key), admit);
      onOutcome?.('notConfigured');
      return { outcome: 'failed', failure: { kind: 'notConfigured' } };
    },
    readStatus,
  };
}
