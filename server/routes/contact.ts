import { type Request, type RequestHandler, type Response, Router } from 'express';
import { readContactQuery } from '../../shared/contactQuery.ts';
import {
  type ContactFailure,
  contactFailureText,
  statusUnavailableText,
  unknownReferenceText,
} from '../../shared/contactWording.ts';
import { sentJson, statusJson } from '../../shared/deliveryStatus.ts';
import { contactApiPath, contactPath, contactSentPath } from '../../shared/paths.ts';
import { type ContactLimiter, createContactLimiter } from '../contact/contactLimits.ts';
import type { ContactService } from '../contact/contactService.ts';
import { createIntake } from '../contact/enquiryIntake.ts';
import { type EnquiryRecord, hasTimeline } from '../contact/enquiryRecord.ts';
import { readFormBody, readJsonBody } from '../http/requestBody.ts';
import { contextOf } from '../http/requestContext.ts';
import { contactPageWith } from '../site/pages/ContactPage.tsx';
import { contactSentPageWith } from '../site/pages/ContactSentPage.tsx';
import { mailAddressOf } from '../site/siteContext.ts';
import type { Collaborators } from './collaborators.ts';
import { sendWrongMethod } from './errors.ts';

/**
 * The contact form with and without script: POST /contact and the page of a sent message, POST /api/contact and the
 * status as JSON. None of the responses may be cached.
 */
export function createContactRoutes(collaborators: Collaborators): Router {
  const { config, contact, content, redis, sendPage } = collaborators;
  const limiter = createContactLimiter(redis);
  /** The words for a failure, with the e-mail address that the page shows. */
  const wordsFor = (failure: ContactFailure) => {
    const settings = content.current().site_settings;
    return contactFailureText(failure, mailAddressOf({ settings, contactEmail: config.contactAddress }));
  };
  const receive = createIntake(collaborators, limiter);

  const find = createFinder(contact, limiter);
  const router = Router();

  router.post(contactPath, named('contact.form'), async (request, response) => {
    const intake = await receive(request, response, readFormBody);
    if ('record' in intake) return response.redirect(303, contactSentPath(intake.record.number));
    const { status, values, errors, key, failure } = intake;
    const reason = failure.kind === 'invalid' ? null : wordsFor(failure);
    const about = readContactQuery(new URL(request.originalUrl, 'http://site').searchParams);
    const isHeld = failure.kind === 'held';
    const page = contactPageWith(
      { values, errors, failure: reason, key, isHeld },
      { about, origin: failure.kind === 'otherName' ? failure.origin : '' },
    );
    await sendPage(request, response, page, status);
  });

  router.get('/contact/sent/:id', named('contact.sent'), async (request, response) => {
    const found = await find(request, response);
    response.set('X-Robots-Tag', 'noindex');
    if ('record' in found) {
      const { record } = found;
      const following = contact.isFollowed(record);
      const page = contactSentPageWith({ record, hasTimeline: hasTimeline(record), following });
      await sendPage(request, response, page, 200);
      return;
    }
    // A page with a malformed number does not exist.
    const status = found.status === 400 ? 404 : found.status;
    const { notice } = found;
    await sendPage(request, response, contactSentPageWith(notice), status, `contact.sent ${status}`);
  });

  router.post(contactApiPath, named('api.contact'), async (request, response) => {
    const intake = await receive(request, response, readJsonBody);
    if ('record' in intake) return void response.json(sentJson(intake.record, hasTimeline(intake.record)));
    const { failure, status, errors } = intake;
    const isInvalid = failure.kind === 'invalid';
    response.status(isInvalid ? 400 : status).json({
      success: false,
      error: wordsFor(failure),
      reason: failure.kind,
      ...(isInvalid ? { fields: errors } : {}),
    });
  });

  router.get('/api/contact/status/:id', named('api.contactStatus'), async (request, response) => {
    const found = await find(request, response);
    if ('record' in found) response.json(statusJson(found.record, hasTimeline(found.record)));
    else response.status(found.status).json({ error: found.notice });
  });

  router.all([contactApiPath, '/api/contact/status/:id'], named('api.contact'), sendWrongMethod);
  return router;
}

type LookupResult =
  | { readonly record: EnquiryRecord }
  | { readonly status: 400 | 404 | 429 | 503; readonly notice: string };

/** Makes a function that finds the message of a request's id; a refusal never echoes the id. */
const createFinder =
  (contact: ContactService, limiter: ContactLimiter) =>
  async (request: Request, response: Response): Promise<LookupResult> => {
    const { id } = request.params;
    if (typeof id !== 'string' || !/^[\w-]{1,64}$/.test(id))
      return { status: 400, notice: unknownReferenceText };
    if (!(await limiter.status(request, response))) return { status: 429, notice: statusUnavailableText };
    const record = await contact.find(id);
    if (record === undefined) return { status: 503, notice: statusUnavailableText };
    return record ? { record } : { status: 404, notice: unknownReferenceText };
  };

/** Names the route, for logs and metrics. */
function named(route: string): RequestHandler {
  return (request, _response, next) => {
    contextOf(request).route = route;
    next();
  };
}
