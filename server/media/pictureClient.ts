import { imageSize } from 'image-size';
import { CallFailure, ResponseError, type ServiceCall } from '../directus/callErrors.ts';
import { directusUrl } from '../directus/directusUrl.ts';
import { createServiceCaller, type ServiceCallerOptions } from '../directus/serviceCaller.ts';
import { type CallLimits, requestBytes } from '../directus/serviceResponse.ts';
import type { HttpClient } from '../upstream/httpClient.ts';
import type { PictureRequest } from './pictureRequest.ts';
import { isPictureType, isWhole, type PictureType, pictureTypeOf } from './pictureType.ts';

/**
 * The widths are those of dense screens, which hide what is lost: 60 in place of 75 is a fifth to a quarter fewer
 * bytes.
 */
const quality = 60;

/**
 * Pixels of the longer side of a picture that is passed on: what Directus transforms at most
 * (`ASSETS_TRANSFORM_IMAGE_MAX_DIMENSION`). Larger ones are originals: Directus 11.17 sends some as they are, with 200.
 */
const largestSide = 6_000;

/** Where every type has its size; no more is given to the library that reads it. */
const sizeBytes = 64 * 1024;

const mostCalls = 6;
/** Calls that may wait for a connection. */
const mostWaiting = 60;

/** The outcome of a request for a picture. */
export type Fetched =
  | { readonly kind: 'picture'; readonly body: Buffer; readonly type: PictureType }
  /**
   * `absent`: the content service says that there is no public file with this id. `refused`: the file is not passed
   * on. `unreachable`: it may exist, but the content service did not say.
   */
  | { readonly kind: 'absent' | 'refused' | 'unreachable'; readonly reason: string };

export interface PictureClientOptions extends Omit<ServiceCallerOptions, 'maxSockets'> {
  /** For one call, its body included; 10 s unless said otherwise, since Directus may have to make the picture. */
  readonly deadlineMs?: number;
}

export type PictureClient = ReturnType<typeof createPictureClient>;

/** Pictures from Directus, six calls at a time, by limits apart from those of content. */
export function createPictureClient(options: PictureClientOptions) {
  const { baseUrl, deadlineMs = 10_000 } = options;
  const caller = createServiceCaller({ ...options, maxSockets: mostCalls });
  const limits = { deadlineMs, maxBodyBytes: 10 * 1024 * 1024 };
  let inFlight = 0;
  let isFailing = false;

  /** What the service says of one file is no error; and of an outage the first is reported. */
  const isExpected = (error: CallFailure): boolean => {
    const wasFailing = isFailing;
    isFailing = outcomeOf(error).kind === 'unreachable';
    return !isFailing || wasFailing;
  };

  return {
    /** Never rejects. */
    async fetch({ id, width, format }: PictureRequest): Promise<Fetched> {
      if (inFlight >= mostCalls + mostWaiting)
        return { kind: 'unreachable', reason: 'Too many pictures wait' };
      inFlight += 1;
      const endpoint = `/assets/${id}`;
      const url = directusUrl(baseUrl, endpoint, { width, format, quality, withoutEnlargement: true });
      const call: ServiceCall = { collection: 'assets', endpoint, method: 'GET', url };
      try {
        const fetched = await caller.call(call, (http) => readPicture(http, call, limits), isExpected);
        isFailing = false;
        return fetched;
      } catch (error) {
        return outcomeOf(error);
      } finally {
        inFlight -= 1;
      }
    },
    close: caller.close,
  };
}

/** Throws a `CallFailure`. */
async function readPicture(http: HttpClient, call: ServiceCall, limits: CallLimits): Promise<Fetched> {
  const wanted = { headers: {}, isWanted: isPictureType };
  const { status, bytes } = await requestBytes(http, call, wanted, limits);
  const type = pictureTypeOf(bytes);
  // A truncated picture is complete on the next attempt: another of our servers requested it first.
  if (bytes.length === 0 || (type && !isWhole(bytes, type))) {
    throw new ResponseError('response', 'The picture is not complete', call, status, null);
  }
  if (type === null) return { kind: 'refused', reason: 'The bytes are no picture' };
  const reason = reasonToRefuse(bytes);
  return reason === null ? { kind: 'picture', body: bytes, type } : { kind: 'refused', reason };
}

/** Why a picture is not passed on; null: it may be. */
function reasonToRefuse(picture: Buffer): string | null {
  try {
    const { width, height } = imageSize(picture.subarray(0, sizeBytes));
    if (Math.max(width, height) <= largestSide) return null;
    return `The content service does not transform the original of ${width} by ${height} pixels`;
  } catch {
    return 'The picture does not say its size';
  }
}

/** What a failed call says of the file. */
function outcomeOf(error: unknown): Exclude<Fetched, { kind: 'picture' }> {
  if (!(error instanceof CallFailure)) {
    return { kind: 'unreachable', reason: 'The picture could not be requested' };
  }
  const { status, message: reason } = error;
  // Directus responds with 403 for a file that is absent, deleted or not public.
  if (status === 401 || status === 403 || status === 404 || status === 410) return { kind: 'absent', reason };
  // 400: it refuses to transform the file.
  const isRefused = status === 400 || error.kind === 'malformed';
  return { kind: isRefused ? 'refused' : 'unreachable', reason };
}
