import { imageSize } from 'image-size';
import { CallFailure, ResponseError, type ServiceCall } from '../directus/callErrors.ts';
import { directusUrl } from '../directus/directusUrl.ts';
import {
  createServiceCaller,
  type ServiceCaller,
  type ServiceCallerOptions,
} from '../directus/serviceCaller.ts';
import { type CallLimits, requestBytes } from '../directus/serviceResponse.ts';
import { type Clock, systemClock } from '../process/clock.ts';
import type { HttpClient } from '../upstream/httpClient.ts';
import { createCallBackOff } from './callBackOff.ts';
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

/** The outcome of a request for a picture. */
export type Fetched =
  | { readonly kind: 'picture'; readonly body: Buffer; readonly type: PictureType }
  /** The content service says that there is no public file with this id. */
  | { readonly kind: 'absent'; readonly reason: string }
  /** The file is not passed on. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** It may exist: the content service did not say. */
  | { readonly kind: 'unreachable'; readonly reason: string }
  /** The content service was not called. */
  | { readonly kind: 'heldBack'; readonly reason: string };

export interface PictureClientOptions extends ServiceCallerOptions {
  /** Calls that may wait for a connection; 60 unless said otherwise. */
  readonly maxQueue?: number;
  /** For one call, its body included; 10 s unless said otherwise, since Directus may have to make the picture. */
  readonly deadlineMs?: number;
  /** For one body; 10 MiB unless said otherwise. */
  readonly maxBodyBytes?: number;
  readonly clock?: Clock;
  readonly random?: () => number;
}

export interface PictureClient {
  /** Never rejects. */
  fetch(request: PictureRequest): Promise<Fetched>;
  close(): void;
}

/** Pictures from Directus, six calls at a time, by limits apart from those of content. */
export function createPictureClient(options: PictureClientOptions): PictureClient {
  const { maxSockets = 6, maxQueue = 60, clock = systemClock, random = Math.random } = options;
  const { baseUrl, reportError, deadlineMs = 10_000, maxBodyBytes = 10 * 1024 * 1024 } = options;
  const caller = createServiceCaller({ ...options, maxSockets });
  const backOff = createCallBackOff(clock, random);
  let inFlight = 0;

  return {
    async fetch(request) {
      if (inFlight >= maxSockets + maxQueue) return { kind: 'heldBack', reason: 'Too many pictures wait' };
      if (!backOff.admits()) return { kind: 'heldBack', reason: 'The content service failed a moment ago' };
      inFlight += 1;
      try {
        const fetched = await requestPicture(caller, baseUrl, request, { deadlineMs, maxBodyBytes });
        backOff.succeeded();
        return fetched;
      } catch (error) {
        if (!(error instanceof CallFailure)) reportError(error);
        if (isServiceFailure(error)) backOff.failed(request.id, retryAfterOf(error));
        else backOff.succeeded();
        return outcomeOf(error);
      } finally {
        inFlight -= 1;
      }
    },
    close: caller.close,
  };
}

/** Throws a `CallFailure`. */
function requestPicture(
  caller: ServiceCaller,
  baseUrl: string,
  { id, width, format }: PictureRequest,
  limits: CallLimits,
): Promise<Fetched> {
  const endpoint = `/assets/${id}`;
  const url = directusUrl(baseUrl, endpoint, { width, format, quality, withoutEnlargement: true });
  const call: ServiceCall = { collection: 'assets', endpoint, method: 'GET', url };
  return caller.call(call, (http) => readPicture(http, call, limits), isAnswer);
}

async function readPicture(http: HttpClient, call: ServiceCall, limits: CallLimits): Promise<Fetched> {
  const wanted = { headers: {}, isWanted: isPictureType };
  const { status, bytes } = await requestBytes(http, call, wanted, limits);
  const type = pictureTypeOf(bytes);
  // A truncated picture is complete on the next attempt: another of our servers requested it first.
  if (bytes.length === 0 || (type && !isWhole(bytes, type))) {
    throw new ResponseError('response', 'The picture is not complete', call, { status, body: null });
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
function outcomeOf(error: unknown): Fetched {
  if (!(error instanceof CallFailure)) {
    return { kind: 'unreachable', reason: 'The picture could not be requested' };
  }
  const reason = error.message;
  if (isAbsent(error)) return { kind: 'absent', reason };
  // 400: it refuses to transform the file.
  const isRefused = error.status === 400 || error.kind === 'malformed';
  return { kind: isRefused ? 'refused' : 'unreachable', reason };
}

/** Directus responds with 403 for a file that is absent, deleted or not public. */
function isAbsent({ status }: CallFailure): boolean {
  return status === 401 || status === 403 || status === 404 || status === 410;
}

/** The service has said something of this one file, and is well. */
function isAnswer(error: CallFailure): boolean {
  return outcomeOf(error).kind !== 'unreachable';
}

/** Whether a failure says something of the service. With 500 Directus responds for a picture that it cannot make. */
function isServiceFailure(error: unknown): boolean {
  if (!(error instanceof CallFailure)) return true;
  return !isAnswer(error) && error.status !== 500;
}

function retryAfterOf(error: unknown): number | null {
  return error instanceof CallFailure ? error.retryAfterMs : null;
}
