import { sharedPictureSize } from '../../shared/pictureLadder.ts';
import { CallFailure } from '../directus/callErrors.ts';
import { DirectusClient, type DirectusClientOptions } from '../directus/directusClient.ts';
import type { PictureRequest } from './pictureRequest.ts';
import { checkPicture, isPictureType, type PictureType } from './pictureType.ts';

/**
 * The widths are meant for high-density screens, which hide the loss: 60 instead of 75 saves a fifth to a quarter of
 * the bytes.
 */
const quality = 60;

const mostCalls = 6;
/** Calls that may wait for a connection. */
const mostWaiting = 60;

/** The outcome of a request for a picture. */
export type Fetched =
  | { readonly kind: 'picture'; readonly body: Buffer; readonly type: PictureType }
  /**
   * `absent`: the content service has no public file with this id, or hides it for a while. `refused`: we do not pass
   * the file on. `unreachable`: the file may exist, but the content service gave no answer.
   */
  | { readonly kind: 'absent' | 'refused' | 'unreachable'; readonly reason: string };

/** A call may take 10 s unless said otherwise, since Directus may have to make the picture. */
export type PictureClientOptions = Omit<DirectusClientOptions, 'maxSockets' | 'maxBytes' | 'maxRows'>;

export type PictureClient = ReturnType<typeof createPictureClient>;

/** Fetches pictures from Directus, six calls at a time, with limits separate from those for content. */
export function createPictureClient(options: PictureClientOptions) {
  const maxBytes = 10 * 1024 * 1024;
  const client = new DirectusClient({ deadlineMs: 10_000, ...options, maxSockets: mostCalls, maxBytes });
  let inFlight = 0;
  let isFailing = false;

  /** A response about one file is not an error, and of an outage only the first failure is reported. */
  const isExpected = (error: CallFailure): boolean => {
    const wasFailing = isFailing;
    isFailing = outcomeOf(error).kind === 'unreachable';
    return !isFailing || wasFailing;
  };

  return {
    /** Never rejects. */
    async fetch({ id, form, format }: PictureRequest): Promise<Fetched> {
      if (inFlight >= mostCalls + mostWaiting)
        return { kind: 'unreachable', reason: 'Too many pictures wait' };
      inFlight += 1;
      // Directus crops around the focal point of the file, where an editor has set one.
      const query =
        form === 'share'
          ? { ...sharedPictureSize, fit: 'cover', format, quality }
          : { width: form, format, quality, withoutEnlargement: true };
      const target = { collection: 'assets', path: `/assets/${id}`, query };
      try {
        const wanted = { ...target, isWanted: isPictureType, isExpected };
        const fetched = await client.get(wanted, (bytes) => ({ read: readPicture(bytes) }));
        isFailing = false;
        return fetched;
      } catch (error) {
        return outcomeOf(error);
      } finally {
        inFlight -= 1;
      }
    },
    close: () => client.close(),
  };
}

function readPicture(bytes: Buffer): Fetched {
  const checked = checkPicture(bytes);
  if (checked === 'incomplete') {
    return { kind: 'unreachable', reason: 'The picture is not complete' };
  }
  return 'type' in checked
    ? { kind: 'picture', body: bytes, type: checked.type }
    : { kind: 'refused', reason: checked.refused };
}

/** Maps a failed call to its outcome. */
function outcomeOf(error: unknown): Exclude<Fetched, { kind: 'picture' }> {
  if (!(error instanceof CallFailure)) {
    return { kind: 'unreachable', reason: 'The picture could not be requested' };
  }
  const { status, message: reason } = error;
  // Directus responds with 403 for a file that is absent, deleted or not public.
  if (status === 401 || status === 403 || status === 404 || status === 410) return { kind: 'absent', reason };
  // 400: Directus refuses to transform the file.
  const isRefused = status === 400 || error.kind === 'malformed';
  return { kind: isRefused ? 'refused' : 'unreachable', reason };
}
