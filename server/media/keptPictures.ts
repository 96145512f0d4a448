import { LRUCache } from 'lru-cache';
import { pictureWidths } from '../../shared/pictureLadder.ts';
import { type PictureAsk, pictureFormats } from './pictureAsk.ts';
import type { ReadyPicture } from './readyPicture.ts';

export interface KeptPicture {
  readonly ask: PictureAsk;
  readonly picture: ReadyPicture;
  /** Which invalidation its fetch followed; see `createPictureStore`. */
  readonly edition: number;
  /** On the clock of the store; infinite while a refresh waits or is under way. */
  refreshAt: number;
}

export interface KeptPictures {
  get(ask: PictureAsk): KeptPicture | undefined;
  /** An original is kept once for every width and format. */
  set(kept: KeptPicture, isOriginal: boolean): void;
  /** What there is of the same file in another width, larger before smaller, in a format that will do. */
  nearest(ask: PictureAsk): KeptPicture | undefined;
  /** Everything that is kept of one file. */
  ofFile(id: string): readonly KeptPicture[];
  dropFile(id: string): void;
  all(): Iterable<KeptPicture>;
  stats(): { readonly pictures: number; readonly bytes: number };
}

/** What a picture weighs beside its bytes: its headers and its places in the tables, generously. */
const overheadBytes = 2_048;

/** Names a picture in one width and format. */
export const pictureKey = ({ id, width, format }: PictureAsk): string => `${id} ${width} ${format}`;

/** Pictures in memory, bounded in bytes; the least recently asked for goes first. */
export function createKeptPictures(maxBytes: number): KeptPictures {
  const pictures = new LRUCache<string, KeptPicture>({
    maxSize: maxBytes,
    sizeCalculation: ({ picture }) => picture.body.length + overheadBytes,
  });

  const keysOf = (id: string): readonly string[] => [
    id,
    ...pictureWidths.flatMap((width) => pictureFormats.map((format) => pictureKey({ id, width, format }))),
  ];
  const isPresent = (kept: KeptPicture | undefined): kept is KeptPicture => kept !== undefined;

  return {
    get: (ask) => pictures.get(pictureKey(ask)) ?? pictures.get(ask.id),
    set(kept, isOriginal) {
      const key = pictureKey(kept.ask);
      // What was transformed once and is now refused would hide the newer original.
      if (isOriginal) pictures.delete(key);
      pictures.set(isOriginal ? kept.ask.id : key, kept);
    },
    nearest({ id, width, format }) {
      const formats = format === 'webp' ? pictureFormats : [format];
      const distance = (other: number) => (other >= width ? other - width : 10_000 + width - other);
      return [...pictureWidths]
        .sort((a, b) => distance(a) - distance(b))
        .flatMap((near) => formats.map((form) => pictures.get(pictureKey({ id, width: near, format: form }))))
        .find(isPresent);
    },
    ofFile: (id) =>
      keysOf(id)
        .map((key) => pictures.peek(key))
        .filter(isPresent),
    dropFile(id) {
      for (const key of keysOf(id)) pictures.delete(key);
    },
    all: () => pictures.values(),
    stats: () => ({ pictures: pictures.size, bytes: pictures.calculatedSize }),
  };
}
