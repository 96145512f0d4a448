import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { sharedPictureSize, type TitleWords } from '../../shared/pictureLadder.ts';
import { createVariant, type ResponseVariant } from '../http/bufferedResponse.ts';
import { createRateLimit } from '../process/rateLimit.ts';

interface TitlePicturesOptions {
  /** The folder of the build. */
  readonly dist: URL;
  readonly log: Pick<Logger, 'warn'>;
}

/** Some 250 pictures. */
const maxBytes = 8 * 1024 * 1024;
/** Drawings in a minute: anybody can ask for them, and each takes a tenth of a second of a processor. */
const mostPerMinute = 30;
const failureMemoryMs = 60_000;

const left = 80;
const width = sharedPictureSize.width - 2 * left;
const titleTop = 160;
/** Sizes of the title in pixels, and the lines that it may have in each. */
const steps = [
  { size: 84, lines: 2 },
  { size: 68, lines: 3 },
  { size: 56, lines: 4 },
] as const;
/** More never stand in four lines. */
const longestTitle = 240;

/**
 * The pictures that stand for pages without one of their own where they are shared: the title and the name of the site
 * on a drawn ground. Held by their words; drawn one after the other, outside of the event loop.
 */
export class TitlePictures {
  readonly #options: TitlePicturesOptions;
  readonly #held: LRUCache<string, Drawn, TitleWords>;
  readonly #mayDraw = createRateLimit(mostPerMinute, 60_000);
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: TitlePicturesOptions) {
    this.#options = options;
    this.#held = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ picture }) => 1_024 + (picture?.body.length ?? 0),
      fetchMethod: async (_version, _before, { options: entry, context }) => {
        const picture = await this.#drawInTurn(context);
        if (picture === null) entry.ttl = failureMemoryMs;
        return { picture };
      },
      ignoreFetchAbort: true,
    });
  }

  /** The picture with these words; null where it cannot be drawn, or too many were of late. Never rejects. */
  async read(words: TitleWords): Promise<ResponseVariant | null> {
    if (!this.#held.has(words.version) && !this.#mayDraw(Date.now())) return null;
    const { picture } = await this.#held.forceFetch(words.version, { context: words });
    return picture;
  }

  async #drawInTurn(words: TitleWords): Promise<ResponseVariant | null> {
    const drawing = this.#last.then(() => draw(this.#options.dist, words));
    this.#last = drawing.catch(() => undefined);
    try {
      return createVariant(['Content-Type', 'image/png'], 'identity', await drawing);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'The picture of a title cannot be drawn');
      return null;
    }
  }
}

interface Drawn {
  /** Null: it failed a moment ago. */
  readonly picture: ResponseVariant | null;
}

type Sharp = typeof import('sharp').default;
/** Writes words in a size of pixels, in no more than some lines if it fits. */
type Write = (words: string, size: number, lines: number) => ReturnType<typeof writeText>;

async function draw(dist: URL, { title, siteName }: TitleWords): Promise<Buffer> {
  const sharp = await loadSharp();
  const fontfile = fileURLToPath(new URL('fonts/display.ttf', dist));
  const write: Write = (words, size, lines) => writeText(sharp, fontfile, { words, size, lines });
  const [name, written] = [await write(siteName, 30, 1), await writeTitle(write, title)];
  return sharp(fileURLToPath(new URL('root/social.png', dist)))
    .composite([
      // Beside the mark, in the middle of its height.
      { input: name.data, left: left + 62, top: Math.round(88 - name.info.height / 2) },
      { input: written.data, left, top: titleTop },
    ])
    .png({ palette: true, colors: 128, effort: 4 })
    .toBuffer();
}

/** Loaded with the first drawing: most processes that are started for a moment draw none. */
async function loadSharp(): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

/** In the largest size in which it has its lines; the end of what has too many in the smallest is cut off. */
async function writeTitle(write: Write, title: string) {
  for (const { size, lines } of steps) {
    const written = await write(title, size, lines);
    if (written.fits) return written;
  }
  const { size, lines } = steps[2];
  let text = title.slice(0, longestTitle);
  for (;;) {
    const end = text.lastIndexOf(' ', text.length - 8);
    // A word that fills the picture is cut within.
    text = text.slice(0, end > text.length / 2 ? end : Math.floor(text.length * 0.9));
    const written = await write(`${text.trimEnd()}…`, size, lines);
    if (written.fits) return written;
  }
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

interface Writing {
  readonly words: string;
  readonly size: number;
  readonly lines: number;
}

async function writeText(sharp: Sharp, fontfile: string, { words, size, lines }: Writing) {
  const escaped = words.replace(/[&<>]/g, (character) => escapes[character] ?? '');
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${titleColor}">${escaped}</span>`,
      font: `Newsreader 16pt ${size}`,
      ...{ fontfile, width, dpi: 72, rgba: true, wrap: 'word-char' },
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  // A line is as high as its size, and a little more.
  return { data, info, fits: info.height < (lines + 0.3) * size && info.width <= width };
}

const titleColor = '#1c2721';
