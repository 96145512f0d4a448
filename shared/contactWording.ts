/**
 * Every sentence that a visitor can read about a contact request, by its outcome. The one table of the error
 * catalog, for the page that the server renders and for the form's own script.
 */

/** Why a contact request failed as the form's script sees it, in as much detail as the wording needs. */
export type SendFailure =
  /** The browser could not reach this site. Only the form's script sees this one. */
  | { readonly kind: 'offline' }
  /** There was no response in time; whether the message was sent is unknown. */
  | { readonly kind: 'timedOut' }
  /** The request came from another site. */
  | { readonly kind: 'crossOrigin' }
  /** A response with a status other than 2xx. */
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly error: string | null;
      readonly message: string | null;
    }
  /** A 2xx without a readable body, or with success but without the id of an e-mail. */
  | { readonly kind: 'unconfirmed' }
  /** A 2xx at our own address with a body that is not ours. Only the form's script sees this one. */
  | { readonly kind: 'unreadable' };

/** The same as our server sees it; the form's script gets its sentence with the response. */
export type ContactFailure =
  | SendFailure
  /** The contact API could not be reached, or the connection to it broke. */
  | { readonly kind: 'unreachable' }
  /** It responded 2xx, and the body reports a failure. */
  | { readonly kind: 'unsuccessful'; readonly error: string | null }
  | { readonly kind: 'notConfigured' }
  /** At least one field needs another look; the fields say which. */
  | { readonly kind: 'invalid' }
  /** The hidden field was filled in: by a script, or by an extension of a person's browser. */
  | { readonly kind: 'held' }
  /** It was posted to the site under another of its names. */
  | { readonly kind: 'otherName'; readonly origin: string }
  | { readonly kind: 'tooMany'; readonly retryAfterSeconds: number }
  | { readonly kind: 'tooLarge' }
  /** The body's type is not accepted here, or the body does not parse as its type. */
  | { readonly kind: 'unreadableRequest' };

/** For a message that is on its way, if the contact API gave no text of its own. */
export const successText = 'Thank you for your message! We will get back to you soon.';

/** For a message that is in our outbox because the contact API cannot take it yet. */
export const savedText =
  'Your message is saved. We will send it on as soon as our mail service answers; you do not need to write again.';

/**
 * The confirmation of a message.
 *
 * @param isSaved whether it still waits for the contact API
 * @param thanks the contact API's own words
 */
export const sentText = (isSaved: boolean, thanks: string | null): string =>
  isSaved ? savedText : (thanks ?? successText);

/** For a message of which it is not clear whether a person has sent it. The form then has a button that says so. */
export const heldText =
  'Are you a person? A field that nobody sees was filled in, perhaps by an extension of your browser. Your message is not sent yet.';

/** The title of a message that could not be delivered. */
export const notArrivedTitle = 'Your message did not arrive';

/** Timeline: the message will not arrive. */
export const deliveryFailedText = 'Failed to send email. Please try again.';

/** Timeline: the receiving mail server delays the message. */
export const deliveryDelayedText = 'The delivery is delayed. We are still trying.';

/** Timeline: no final status within ten minutes. */
export const deliveryUnknownText = (reference: string): string =>
  `We have your message. Its number is ${reference}.`;

/** Status page: the number is unknown, or no longer known. */
export const unknownReferenceText =
  'We have no delivery status for this number. If you have only just sent it, try again in a moment.';

/** Status page: the status cannot be read at the moment. */
export const statusUnavailableText =
  'The delivery status cannot be read at the moment. Your message is not affected.';

const minutes = (seconds: number): string => {
  const count = Math.max(1, Math.ceil(seconds / 60));
  return count === 1 ? 'a minute' : `${count} minutes`;
};

const notSent = 'Failed to send message';
const noConnection =
  'Unable to connect to email service. Please check your internet connection or try again later.';

/**
 * The sentence for a failed contact request, by docs/specification.md, section 8. Apart from `contactFailureText`,
 * because browsers need no other sentences.
 *
 * @param failure texts of the contact API in it are used unchanged; the server has already reduced them to one
 *   plain line
 */
export function sendFailureText(failure: SendFailure): string {
  switch (failure.kind) {
    case 'offline':
      return 'Network error: Unable to connect to email service. Please check your internet connection.';
    case 'timedOut':
      return noConnection;
    case 'crossOrigin':
      return 'CORS error: Please contact support - there is a configuration issue.';
    case 'refused':
      if (failure.error !== null) return failure.error;
      if (failure.message === null) return notSent;
      return `Email service error: ${failure.status} - ${failure.message}`;
    case 'unconfirmed':
      return 'Email was not confirmed sent by email service';
    case 'unreadable':
      return 'Sorry, there was an error sending your message. Please try again or contact us directly.';
  }
}

/**
 * The same for all that our server sees.
 *
 * @param address the company's e-mail address, to write to instead; null if none is known
 */
export function contactFailureText(failure: ContactFailure, address: string | null): string {
  const directly = address === null ? 'directly' : `directly at ${address}`;
  switch (failure.kind) {
    case 'unreachable':
      return noConnection;
    case 'unsuccessful':
      return failure.error ?? notSent;
    case 'notConfigured':
      return `The contact form is not available at the moment. Please email us ${directly}.`;
    case 'invalid':
      return 'Please check the marked fields.';
    case 'held':
      return heldText;
    case 'otherName':
      return `Our address is ${failure.origin}, and your message is not sent yet. Please send it once more.`;
    case 'tooMany':
      return `Too many messages were sent in a short time. Please try again in ${minutes(failure.retryAfterSeconds)} or email us ${directly}.`;
    case 'tooLarge':
      return `Your message is too long for this form. Please shorten it or email us ${directly}.`;
    case 'unreadableRequest':
      return `This form was sent in a way that we cannot read. Please try again or email us ${directly}.`;
    default:
      return sendFailureText(failure);
  }
}
