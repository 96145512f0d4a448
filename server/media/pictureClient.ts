import { imageSize } from 'image-size';
import { CallFailure, ResponseError } from '../directus/callErrors.ts';
import { refusalMessage } from '../directus/directusErrors.ts';
import { type DirectusQuery, directusUrl } from '../directus/directusUrl.ts';
import {
  createServiceCaller,
  type ReadResponse,
  requestBytes,
  type ServiceCallerOptions,
} from '../directus/serviceCaller.ts';
import { createCircuitBreaker } from '../upstream/circuitBreaker.ts';
import type { PictureRequest } from './pictureRequest.ts';
import { isPictureType, isWhole, type PictureType, pictureTypeOf } from './pictureType.ts';

/**
 * The same in every form. The widths are those of dense screens, which hide what is lost: 60 in place of 75 is a
 * fifth to a quarter fewer bytes.
 */
const quality = 60;

/**
 * The forms in which a picture can be requested from Directus, the best first; each is the fallback of the one
 * before. A project may refuse each but the last with 400 (`ASSETS_TRANSFORM` none or presets only,
 * `ILLEGAL_ASSET_TRANSFORMATION` for large originals). The second form was tried on Directus 11.17: numbers and
 * booleans as JSON, the resize first, the same bytes.
 */
const pictureForms: readonly ((request: PictureRequest) => DirectusQuery)[] = [
  ({ width, format }) => ({ width, format, quality, withoutEnlargement: true }),
  ({ width, format }) => ({
    transforms: JSON.stringify([
      ['resize', { width, withoutEnlargement: true }],
      ['toFormat', format === 'jpg' ? 'jpeg' : format, { quality }],
    ]),
  }),
  ({ width }) => ({ width, withoutEnlargement: true }),
  () => ({}),
];

/** The form that sends the original: the same bytes for every width and format. */
export const originalForm = pictureForms.length - 1;
/**
 * Pixels of the longer side of a picture that is passed on: what Directus transforms at most
 * (`ASSETS_TRANSFORM_IMAGE_MAX_DIMENSION`). Larger ones are originals, whatever the form: requested with a width alone,
 * Directus 11.17 sends an original whose size it does not know as it is, with 200.
 */
const largestSide = 6_000;

/** The outcome of a request for a picture. */
export type Fetched =
  | {
      readonly kind: 'picture';
      readonly body: Buffer;
      readonly type: PictureType;
      /** The form of `pictureForms` that worked. */
      readonly form: number;
    }
  /** There is no public file with this id. */
  | { readonly kind: 'absent'; readonly reason: string }
  /** The file is not passed on. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** It may exist: the content service did not say. */
  | { readonly kind: 'unreachable'; readonly reason: string };

export interface PictureClient {
  /** Tries this form and then its fallbacks. Never rejects. */
  fetch(request: PictureRequest, firstForm: number): Promise<Fetched>;
  close(): void;
}

/** A complete response of the content service, though it may be no picture. */
type Received = Extract<Fetched, { kind: 'refused' }> | { readonly body: Buffer; readonly type: PictureType };

/**
 * Pictures from Directus, by the rules of all calls to it (see `createServiceCaller`) with limits of their own: 10
 * s for a call, since Directus may have to make the picture, 10 MiB, 6 calls at once and 60 that wait. They have a
 * circuit breaker apart from the content's; failures of a single file never open it, because Directus responds with
 * 5xx for a picture that it cannot make.
 */
export function createPictureClient(options: ServiceCallerOptions): PictureClient {
  const { maxSockets = 6, maxQueue = 60, reportError } = options;
  let inFlight = 0;
  const caller = createServiceCaller(
    { deadlineMs: 10_000, maxBodyBytes: 10 * 1024 * 1024, ...options, maxSockets, maxQueue },
    {
      createBreaker: ({ onOpen, onClose, ...rest }) =>
        createCircuitBreaker({
          ...rest,
          sourcesToOpen: 2,
          onOpen: (reason) => onOpen(reason, '/assets'),
          onClose: () => onClose('/assets'),
        }),
      sourceOf: (path) => path,
    },
  );

  const fetchForm = async (request: PictureRequest, form: number): Promise<Fetched> => {
    const query = pictureForms[form]?.(request);
    if (!query) return { kind: 'refused', reason: 'The content service refuses every form of the picture' };
    const path = `/assets/${request.id}`;
    try {
      const url = directusUrl(options.baseUrl, path, query);
      const received = await caller.call(path, url, readPicture, { isExpected });
      if ('kind' in received) return received;
      const reason = reasonToRefuse(received.body);
      return reason === null ? { kind: 'picture', ...received, form } : { kind: 'refused', reason };
    } catch (error) {
      if (!(error instanceof CallFailure)) {
        reportError(error);
        return { kind: 'unreachable', reason: 'The picture could not be requested' };
      }
      if (error.status === 400) return fetchForm(request, form + 1);
      return { kind: isAbsent(error) ? 'absent' : 'unreachable', reason: error.message };
    }
  };

  return {
    async fetch(request, firstForm) {
      // Here and not further down, where it would count as a failure of the service.
      if (inFlight >= maxSockets + maxQueue) {
        return { kind: 'unreachable', reason: 'Too many pictures wait' };
      }
      inFlight += 1;
      try {
        return await fetchForm(request, firstForm);
      } finally {
        inFlight -= 1;
      }
    },
    close: caller.close,
  };
}

/** Why a picture is not passed on; null: it may be. */
function reasonToRefuse(picture: Buffer): string | null {
  try {
    const { width, height } = imageSize(picture);
    if (Math.max(width, height) <= largestSide) return null;
    return `The content service does not transform the original of ${width} by ${height} pixels`;
  } catch {
    return 'The picture does not say its size';
  }
}

const readPicture: ReadResponse<Received> = async (call, limits) => {
  try {
    const wanted = { headers: {}, isWanted: isPictureType, refusalMessage };
    const { status, bytes } = await requestBytes(call, wanted, limits);
    const type = pictureTypeOf(bytes);
    // A truncated picture is complete on the next attempt: another of our servers requested it first.
    if (bytes.length === 0 || (type && !isWhole(bytes, type))) {
      throw new ResponseError('response', 'The picture is not complete', call, { status, body: null });
    }
    return type ? { body: bytes, type } : { kind: 'refused', reason: 'The bytes are no picture' };
  } catch (error) {
    if (!(error instanceof ResponseError) || error.kind !== 'malformed') throw error;
    // It says something of this one file, not of the service.
    return { kind: 'refused', reason: error.message };
  }
};

/** Directus responds with 403 for a file that is absent, deleted or not public. */
function isAbsent(error: CallFailure): boolean {
  return error.status === 401 || error.status === 403 || error.status === 404 || error.status === 410;
}

function isExpected(error: CallFailure): boolean {
  return error.status === 400 || isAbsent(error);
}
