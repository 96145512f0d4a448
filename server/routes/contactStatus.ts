import type { Request, Response } from 'express';
import { statusUnavailableText, unknownReferenceText } from '../../shared/contactWording.ts';
import {
  type Delivery,
  parseDelivery,
  type SentPageState,
  type StepState,
} from '../../shared/deliveryStatus.ts';
import type { ContactLimiter } from '../contact/contactLimits.ts';
import { isSubmissionId, type StatusResult } from '../contact/contactResponse.ts';
import type { ContactService } from '../contact/contactService.ts';
import type { SentTokens } from '../contact/sentTokens.ts';

/** What one look at a submission found, for its page and for JSON. */
interface StatusReading {
  /** 200, or why there is nothing to show: 400, 404, 429, 502, 504. */
  readonly status: number;
  readonly page: SentPageState;
  /** What the contact API said; null: see `page.notice`. */
  readonly found: Extract<StatusResult, { readonly outcome: 'found' }> | null;
}

/** A page without a submission id and without a message. */
export const emptySentPage: SentPageState = {
  id: null,
  thanks: null,
  delivery: null,
  notice: null,
  refreshSeconds: null,
};

const refreshSeconds = 3;
/** Where the status could not be read: less often, it is not the visitor's page that helps. */
const slowRefreshSeconds = 10;
/** After this a page stops polling; it shows the submission id instead. */
const refreshForMs = 10 * 60_000;

/** Makes the one way in which both status routes look at a submission. The result never rejects. */
export function createStatusReader(contact: ContactService, limiter: ContactLimiter, tokens: SentTokens) {
  return async (request: Request, response: Response, id: unknown): Promise<StatusReading> => {
    if (typeof id !== 'string' || !isSubmissionId(id)) return unknown(400, null);
    if (!(await limiter.reference(request, response, id))) return tooMany;
    const read = await contact.readStatus(id);
    const isVouchedFor = read.outcome === 'unknown' && tokens.isValid(id, request.query.sent);
    const result = isVouchedFor ? justSent(id) : read;
    switch (result.outcome) {
      case 'found': {
        const { delivery } = result;
        const page = { ...emptySentPage, id, delivery, refreshSeconds: refreshAfter(delivery) };
        return { status: 200, page, found: result };
      }
      case 'unknown':
      case 'badId':
        return unknown(404, id);
      case 'timedOut':
        return unavailable(504, id);
      case 'unreachable':
        return unavailable(502, id);
    }
  };
}

/** What there is to say of a submission that another replica has sent, and the contact API does not know yet. */
const justSent = (id: string): StatusResult => ({
  outcome: 'found',
  resendStatus: 'queued',
  resendEmailId: null,
  delivery: parseDelivery({ resendStatus: 'queued' }, id),
});

const unknown = (status: number, id: string | null): StatusReading => ({
  status,
  found: null,
  page: { ...emptySentPage, id, notice: unknownReferenceText },
});

/** One page for all: it repeats no word of its address. */
const tooMany: StatusReading = {
  status: 429,
  found: null,
  page: { ...emptySentPage, notice: statusUnavailableText },
};

const unavailable = (status: number, id: string): StatusReading => ({
  status,
  found: null,
  page: { ...emptySentPage, id, notice: statusUnavailableText, refreshSeconds: slowRefreshSeconds },
});

function refreshAfter(delivery: Delivery): number | null {
  if (delivery.final !== null) return null;
  const submittedAt = delivery.steps[0].timestamp;
  const age = submittedAt === null ? 0 : Date.now() - Date.parse(submittedAt);
  return age > refreshForMs ? null : refreshSeconds;
}

interface StatusJson {
  readonly resendStatus: string;
  readonly resendEmailId?: string;
  readonly steps: readonly {
    readonly step: string;
    readonly label: string;
    readonly timestamp: string | null;
    readonly status: StepState;
  }[];
}

/**
 * A status in the shape of the contact API (docs/specification.md, section 7), with the steps as they were
 * merged; none where the delivery cannot be followed.
 */
export function statusJson(status: {
  readonly resendStatus: string;
  readonly resendEmailId: string | null;
  readonly delivery: Delivery | null;
}): StatusJson {
  const { resendStatus, resendEmailId, delivery } = status;
  return {
    resendStatus,
    ...(resendEmailId === null ? {} : { resendEmailId }),
    steps: (delivery?.steps ?? []).map(({ step, label, timestamp, state }) => ({
      step,
      label,
      timestamp,
      status: state,
    })),
  };
}
