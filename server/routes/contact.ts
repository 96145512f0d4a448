import { type RequestHandler, Router } from 'express';
import type { Logger } from 'pino';
import { type ContactFailure, contactWording, successText } from '../../shared/contactWording.ts';
import { contactApiPath, contactPath, contactSentPath } from '../../shared/paths.ts';
import { createContactLimiter } from '../contact/contactLimits.ts';
import type { ContactService } from '../contact/contactService.ts';
import { createSentTokens } from '../contact/sentTokens.ts';
import { createTypedEnquiries } from '../contact/typedEnquiries.ts';
import type { SiteContent } from '../content/siteContent.ts';
import { readFormBody, readJsonBody } from '../http/requestBody.ts';
import { contextOf } from '../http/requestContext.ts';
import { ownNames } from '../http/requestOrigin.ts';
import { type Config, contactAddressOf } from '../process/config.ts';
import type { ShowPage } from '../render/sendPage.ts';
import type { RedisConnection } from '../replicas/redisConnection.ts';
import { contactPageWith } from '../site/pages/ContactPage.tsx';
import { contactSentPageWith } from '../site/pages/ContactSentPage.tsx';
import { mailAddressOf } from '../site/siteContext.ts';
import { createIntake, type Rejection } from './contactIntake.ts';
import { createStatusReader, emptySentPage, statusJson } from './contactStatus.ts';
import { sendWrongMethod } from './errors.ts';

interface ContactRoutesOptions {
  readonly config: Config;
  readonly contact: ContactService;
  readonly content: { current(): SiteContent };
  readonly redis: RedisConnection | null;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly show: ShowPage;
  /** Counts the rejected enquiries, for the metrics. */
  readonly onRejected: (reason: Rejection) => void;
}

/**
 * The contact form with and without script: POST /contact and the status page, POST /api/contact and the status as
 * JSON. No response may be cached.
 */
export function createContactRoutes({
  config,
  contact,
  content,
  redis,
  log,
  show,
  onRejected,
}: ContactRoutesOptions): Router {
  const limiter = createContactLimiter(redis);
  /** As the page names it. */
  const wordsFor = (failure: ContactFailure) => {
    const settings = content.current().site_settings;
    return contactWording(failure, mailAddressOf({ settings, contactEmail: contactAddressOf(config) }));
  };
  const receive = createIntake({ contact, limiter, names: ownNames(config), log, onRejected });
  const tokens = createSentTokens(config.siteSecret);
  const typed = createTypedEnquiries();
  const readStatus = createStatusReader(contact, limiter, tokens);

  const router = Router();

  router.post(contactPath, uncached('contact.form'), async (request, response) => {
    const intake = await receive(request, response, readFormBody);
    if (intake.outcome === 'failed') {
      const { status, values, errors, failure } = intake;
      const reason = failure.kind === 'invalid' ? null : wordsFor(failure);
      await show(request, response, contactPageWith({ values, errors, failure: reason }), status);
    } else if (intake.delivery !== null) {
      const { reference } = intake.delivery;
      const query = new URLSearchParams({
        ...tokens.queryFor(reference),
        typed: typed.remember(reference, intake.values),
      });
      response.redirect(303, `${contactSentPath(reference)}?${query}`);
    } else {
      // There is no status address to redirect to. A reload repeats the same enquiry, which is not sent again.
      const thanks = intake.message ?? successText;
      await show(request, response, contactSentPageWith({ ...emptySentPage, thanks }), 200);
    }
  });

  router.get('/contact/sent/:id', uncached('contact.sent'), async (request, response) => {
    const { status, page } = await readStatus(request, response, request.params.id);
    response.set('X-Robots-Tag', 'noindex');
    const token = request.query.typed;
    if (page.delivery?.final === 'delivered') typed.forget(page.delivery.reference);
    const own = {
      address: request.originalUrl,
      typed: page.id === null ? null : typed.find(page.id, token),
    };
    // A page of a number that cannot exist is a page that does not exist.
    const shownStatus = status === 400 ? 404 : status;
    // A refusal says nothing of its address: it is one page for all.
    const key = page.id === null ? `contact.sent ${shownStatus}` : undefined;
    await show(request, response, contactSentPageWith(page, own), shownStatus, key);
  });

  router.post(contactApiPath, uncached('api.contact'), async (request, response) => {
    const intake = await receive(request, response, readJsonBody);
    if (intake.outcome === 'sent') {
      const { delivery, message } = intake;
      const submissionId = delivery?.reference ?? null;
      const status = statusJson(intake);
      response.json({ success: true, message: message ?? successText, submissionId, status });
      return;
    }
    const { failure, status, errors } = intake;
    response.status(failure.kind === 'invalid' ? 400 : status).json({
      success: false,
      error: wordsFor(failure),
      reason: failure.kind,
      ...(failure.kind === 'invalid' ? { fields: errors } : {}),
    });
  });

  router.get('/api/contact/status/:id', uncached('api.contactStatus'), async (request, response) => {
    const { status, page, found } = await readStatus(request, response, request.params.id);
    if (found === null) response.status(status).json({ error: page.notice });
    else response.json(statusJson(found));
  });

  router.all([contactApiPath, '/api/contact/status/:id'], uncached('api.contact'), sendWrongMethod);
  return router;
}

function uncached(route: string): RequestHandler {
  return (request, response, next) => {
    contextOf(request).route = route;
    response.set('Cache-Control', 'no-store');
    next();
  };
}
