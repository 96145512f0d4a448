import { type ContentCall, ContentError } from './callErrors.ts';
import { causeOf, type RequestLimits, requestBytes, type WantedBytes } from './requestBytes.ts';

const wanted = {
  headers: { 'Content-Type': 'application/json' },
  isWanted: (contentType: string) => /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType),
};

/**
 * Reads one JSON document. The JSON content type is the only header of our own that goes out.
 *
 * @returns the parsed body of a 200-class answer
 * @throws {ContentError} as `requestBytes` does, and for a body that is not JSON or not UTF-8
 * @throws {ContentNetworkError} when no complete answer came in time
 */
export async function requestJson(
  call: ContentCall,
  limits: RequestLimits,
  refusalMessage: WantedBytes['refusalMessage'],
): Promise<unknown> {
  const { status, bytes } = await requestBytes(call, { ...wanted, refusalMessage }, limits);
  let text: string | null = null;
  try {
    // ignoreBOM keeps a byte order mark in the text, where JSON.parse refuses it.
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const body: unknown = JSON.parse(text);
    return body;
  } catch (error) {
    throw new ContentError('malformed', `Malformed answer: ${causeOf(error)}`, call, { status, body: text });
  }
}
