import type { Request, Response } from 'express';
import { statusUnavailableText, unknownReferenceText } from '../../shared/contactWording.ts';
import type { Delivery, StepState } from '../../shared/deliveryStatus.ts';
import { isSubmissionId, type StatusResult } from '../contact/contactAnswer.ts';
import type { ContactLimiter } from '../contact/contactLimits.ts';
import type { ContactService } from '../contact/contactService.ts';

type FoundStatus = Extract<StatusResult, { readonly outcome: 'found' }>;

/** One look at a submission, for the page and for JSON. */
export interface StatusReading {
  /** 200, or why there is nothing to show: 400, 404, 429, 502, 504. */
  readonly status: number;
  /** Null: the address holds no number at all. */
  readonly id: string | null;
  readonly found: FoundStatus | null;
  readonly notice: string | null;
  readonly refreshSeconds: number | null;
}

const refreshSeconds = 3;
/** Where the status could not be read: less often, it is not the visitor's page that helps. */
const slowRefreshSeconds = 10;
/** After this a page stops asking; it shows the number instead. */
const refreshForMs = 10 * 60_000;

/** Makes the one way in which both status routes look at a submission. The result never rejects. */
export function createStatusReader(contact: ContactService, limiter: ContactLimiter) {
  return async function readStatus(
    request: Request,
    response: Response,
    id: unknown,
  ): Promise<StatusReading> {
    if (typeof id !== 'string' || !isSubmissionId(id)) {
      return { status: 400, id: null, found: null, notice: unknownReferenceText, refreshSeconds: null };
    }
    const unavailable = (status: number): StatusReading => ({
      status,
      id,
      found: null,
      notice: statusUnavailableText,
      refreshSeconds: slowRefreshSeconds,
    });
    if (!(await limiter.reference(request, response, id))) return unavailable(429);

    const result = await contact.readStatus(id);
    switch (result.outcome) {
      case 'found':
        return {
          status: 200,
          id,
          found: result,
          notice: null,
          refreshSeconds: refreshAfter(result.delivery),
        };
      case 'unknown':
      case 'badId':
        return { status: 404, id, found: null, notice: unknownReferenceText, refreshSeconds: null };
      case 'timedOut':
        return unavailable(504);
      case 'unreachable':
        return unavailable(502);
    }
  };
}

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
