import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Logger } from 'pino';
import { type ContactFailure, contactWording, successText } from '../../shared/contactWording.ts';
import type { Delivery } from '../../shared/deliveryStatus.ts';
import type { EnquiryErrors, EnquiryValues } from '../../shared/enquiry.ts';
import { contactApiPath, contactPath, contactSentPath } from '../../shared/paths.ts';
import { type ContactLimits, createContactLimiter, defaultContactLimits } from '../contact/contactLimits.ts';
import type { ContactService } from '../contact/contactService.ts';
import { allowedMethods } from '../http/allowedMethods.ts';
import { readFormBody, readJsonBody } from '../http/requestBody.ts';
import { contextOf } from '../http/requestContext.ts';
import type { Config } from '../process/config.ts';
import { createIntake, type Rejection } from './contactIntake.ts';
import { createStatusReader, type StatusReading, statusJson } from './contactStatus.ts';

/** The form again, after a post that did not succeed. */
export interface FormState {
  readonly status: number;
  /** Everything that was typed, valid or not. */
  readonly values: EnquiryValues;
  /** Sentences for the fields; empty when the fields are not the reason. */
  readonly errors: EnquiryErrors;
  /** Why nothing was sent; null when the fields are the reason. */
  readonly failure: { readonly kind: ContactFailure['kind']; readonly text: string } | null;
}

/** The page of a message that was sent. */
export interface SentState {
  readonly status: number;
  /** The number to show and to quote; null where there is none. */
  readonly id: string | null;
  /** A message without a number was sent, and this is what to say of it; null for every other page. */
  readonly thanks: string | null;
  /** Null: not known, and `notice` says why. */
  readonly delivery: Delivery | null;
  readonly notice: string | null;
  /** The page loads itself again after this time; null: there is nothing more to wait for. */
  readonly refreshSeconds: number | null;
}

/** Answers with a page. Status is in the state; `Cache-Control` and the rest stand on the response already. */
export type RenderState<State> = (request: Request, response: Response, state: State) => Promise<void> | void;

export interface ContactRoutesOptions {
  readonly config: Pick<Config, 'apiUrl' | 'emailConfig' | 'externalApis'>;
  readonly contact: ContactService;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly renderForm: RenderState<FormState>;
  readonly renderSent: RenderState<SentState>;
  readonly limits?: Partial<ContactLimits>;
  /** Counts what was turned away, for the metrics. */
  readonly onRejected?: (reason: Rejection) => void;
}

/**
 * The contact form with and without script: POST /contact and the status page, POST /api/contact and the
 * status as JSON. Nothing here is ever kept by a cache.
 */
export function createContactRoutes(options: ContactRoutesOptions): Router {
  const { config, contact, log, renderForm, renderSent, onRejected = () => undefined } = options;
  const limiter = createContactLimiter({ ...defaultContactLimits, ...options.limits });
  const ownOrigin = config.externalApis.frontendUrl;
  const address = config.emailConfig.to[0] ?? config.emailConfig.from;
  const throughGateway = config.apiUrl !== '' && new URL(config.apiUrl).origin !== ownOrigin;
  const receive = createIntake({ contact, limiter, ownOrigin, throughGateway, log, onRejected });
  const readStatus = createStatusReader(contact, limiter);

  const router = Router();

  router.post(contactPath, uncached('contact.form'), async (request, response) => {
    const intake = await receive(request, response, readFormBody);
    if (intake.outcome === 'sent') {
      const { delivery, message } = intake;
      if (delivery !== null) return response.redirect(303, contactSentPath(delivery.reference));
      // There is no address to lead to; a reload of this answer is the same message, and is not sent again.
      await renderSent(request, response, sentWithoutNumber(message ?? successText));
      return;
    }
    const { failure, status, values, errors } = intake;
    await renderForm(request, response, {
      status,
      values,
      errors,
      failure:
        failure.kind === 'invalid' ? null : { kind: failure.kind, text: contactWording(failure, address) },
    });
  });

  router.get('/contact/sent/:id', uncached('contact.sent'), async (request, response) => {
    const reading = await readStatus(request, response, request.params.id);
    response.set('X-Robots-Tag', 'noindex');
    await renderSent(request, response, sentState(reading));
  });

  router.post(contactApiPath, uncached('api.contact'), async (request, response) => {
    const intake = await receive(request, response, readJsonBody);
    if (intake.outcome === 'sent') {
      const { delivery } = intake;
      const message = intake.message ?? successText;
      const submissionId = delivery?.reference ?? null;
      response.json({ success: true, message, submissionId, status: statusJson(intake), delivery });
      return;
    }
    const { failure, status, errors } = intake;
    response.status(failure.kind === 'invalid' ? 400 : status).json({
      success: false,
      error: contactWording(failure, address),
      reason: failure.kind,
      ...(failure.kind === 'invalid' ? { fields: errors } : {}),
    });
  });

  router.get('/api/contact/status/:id', uncached('api.contactStatus'), async (request, response) => {
    const reading = await readStatus(request, response, request.params.id);
    if (reading.found !== null) {
      response.json({ ...statusJson(reading.found), delivery: reading.found.delivery });
      return;
    }
    response.status(reading.status).json({ error: reading.notice });
  });

  router.all([contactApiPath, '/api/contact/status/:id'], uncached('api.contact'), (request, response) => {
    response
      .status(405)
      .set('Allow', allowedMethods(request.path))
      .json({ success: false, error: 'Method not allowed.' });
  });
  return router;
}

function uncached(route: string): RequestHandler {
  return (request, response, next) => {
    contextOf(request).route = route;
    response.set('Cache-Control', 'no-store');
    next();
  };
}

function sentState({ status, id, found, notice, refreshSeconds }: StatusReading): SentState {
  // A page of a number that cannot exist is a page that does not exist.
  return {
    status: id === null ? 404 : status,
    id,
    thanks: null,
    delivery: found?.delivery ?? null,
    notice,
    refreshSeconds,
  };
}

const sentWithoutNumber = (thanks: string): SentState => ({
  ...{ status: 200, id: null, thanks },
  ...{ delivery: null, notice: null, refreshSeconds: null },
});
