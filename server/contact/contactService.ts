import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { ContactFailure } from '../../shared/contactWording.ts';
import type { Enquiry } from '../../shared/enquiry.ts';
import type { ReportError } from '../process/reportError.ts';
import { HttpFailure } from '../upstream/httpClient.ts';
import {
  isSubmissionId,
  readStatusAnswer,
  readSubmitAnswer,
  type StatusResult,
  type SubmitResult,
} from './contactAnswer.ts';
import { type ContactClientOptions, type ContactResponse, createContactClient } from './contactClient.ts';
import { createSubmissionMemory, enquiryDigest } from './submissionMemory.ts';

export interface ContactServiceOptions extends Partial<Omit<ContactClientOptions, 'baseUrl'>> {
  /** The contact API without a trailing slash; null: not configured, nothing is ever called. */
  readonly baseUrl: string | null;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly reportError: ReportError;
  /** Told what became of each enquiry; one that is only posted again counts once. */
  readonly onOutcome?: (outcome: 'sent' | ContactFailure['kind']) => void;
  /** A clock in milliseconds. */
  readonly now?: () => number;
}

/** The contact API as the rest of the server sees it. Nothing here rejects. */
export interface ContactService {
  /**
   * Forwards an enquiry once, whoever asks how often: see `SubmissionMemory`. A visitor who leaves does not
   * stop it.
   */
  submit(enquiry: Enquiry, key: string): Promise<SubmitResult>;
  /** Whether `submit` would answer from memory or join a call that is under way. */
  isRepeat(enquiry: Enquiry, key: string): boolean;
  /** Where a submission is; one call a second to the contact API for each, however many ask. */
  readStatus(id: string): Promise<StatusResult>;
}

/** How long one answer about a submission serves everybody who asks. */
const statusMemoryMs = 1_000;
const mostStatuses = 5_000;
/** How long a number that was just given may be unknown to the service that gave it. */
const settlingMs = 60_000;

function causeOf(response: ContactResponse): string {
  if (response instanceof HttpFailure) return response.code;
  return response.body === null ? 'tooLarge' : 'answered';
}

/**
 * Makes the one way to the contact API. Logs and error reports say what happened, never what was written.
 */
export function createContactService(options: ContactServiceOptions): ContactService {
  const { baseUrl, log, reportError, onOutcome, now = () => performance.now() } = options;
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
  const statuses = new LRUCache<string, Promise<StatusResult>>({
    max: mostStatuses,
    ttl: 0,
    ttlResolution: 0,
    perf: { now },
  });

  const given = new LRUCache<string, StatusResult>({
    max: mostStatuses,
    ttl: settlingMs,
    ttlResolution: 0,
    perf: { now },
  });

  async function forward(answering: Promise<ContactResponse>): Promise<SubmitResult> {
    const begun = performance.now();
    const answer = await answering;
    const result = readSubmitAnswer(answer);
    onOutcome?.(result.outcome === 'sent' ? 'sent' : result.failure.kind);
    const known = {
      status: 'status' in answer ? answer.status : null,
      ms: Math.round(performance.now() - begun),
    };
    if (result.outcome === 'sent') {
      const { resendStatus, resendEmailId, delivery } = result;
      const submissionId = delivery?.reference ?? null;
      log.info({ ...known, outcome: 'sent', submissionId }, 'An enquiry was sent.');
      if (delivery === null) log.warn('The contact API has given an enquiry no number to follow it by.');
      else given.set(delivery.reference, { outcome: 'found', resendStatus, resendEmailId, delivery });
      return result;
    }
    const failed = { ...known, outcome: result.failure.kind, cause: causeOf(answer) };
    reportError(new Error(`The contact API did not send an enquiry: ${failed.outcome}`), failed);
    return result;
  }

  async function ask(answering: Promise<ContactResponse>, submissionId: string): Promise<StatusResult> {
    const answer = await answering;
    const result = readStatusAnswer(answer, submissionId);
    if (result.outcome === 'unreachable' || result.outcome === 'timedOut') {
      const failed = { submissionId, outcome: result.outcome, cause: causeOf(answer) };
      log.warn(failed, 'A delivery status could not be read.');
    } else if (result.outcome === 'found' && !result.delivery.recognised) {
      const resendStatus = result.resendStatus.slice(0, 40);
      log.warn({ submissionId, resendStatus }, 'A delivery is in a state that is not known.');
    } else if (result.outcome === 'found' && result.resendStatus === 'complained') {
      log.warn({ submissionId }, 'A recipient has marked our e-mail as spam.');
    }
    return result.outcome === 'unknown' ? (given.get(submissionId) ?? result) : result;
  }

  return {
    submit(enquiry, key) {
      if (client === null) {
        onOutcome?.('notConfigured');
        return Promise.resolve({ outcome: 'failed', failure: { kind: 'notConfigured' } });
      }
      const digest = enquiryDigest(enquiry, key);
      return submissions.once(digest, () => forward(client.post(enquiry, digest)));
    },
    isRepeat: (enquiry, key) => submissions.has(enquiryDigest(enquiry, key)),
    readStatus(id) {
      if (!isSubmissionId(id)) return Promise.resolve({ outcome: 'badId' });
      if (client === null) return Promise.resolve({ outcome: 'unreachable' });
      const known = statuses.get(id);
      if (known !== undefined) return known;
      // No lifetime while it is open, so that everybody joins it; a second once it is known.
      const result = ask(client.status(id), id);
      statuses.set(id, result, { ttl: 0 });
      return result.finally(() => statuses.set(id, result, { ttl: statusMemoryMs }));
    },
  };
}
