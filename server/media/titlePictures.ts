import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { escapeXml } from '../../shared/escapeXml.ts';
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
/**
 * Drawings per minute: anybody can request them, and each takes 0.1 s of CPU time. More than a site has pages, so that
 * a crawler that reads them all finds every picture.
 */
const mostPerMinute = 60;
const failureMemoryMs = 60_000;

const left = 80;
const width = sharedPictureSize.width - 2 * left;
const titleTop = 160;
/** Sizes of the title in pixels, and how many letters fill two, three and four lines respectively. */
const titleSizes = [
  { size: 84, letters: 44 },
  { size: 68, letters: 90 },
  { size: 56, letters: 150 },
] as const;
const [, , smallest] = titleSizes;

/**
 * Makes the function that resolves with the link preview picture of a page without a picture of its own: its title and
 * the name of the site on a drawn background. Null if it cannot be drawn, or the rate limit is reached; never rejects.
 * Pictures are cached by their words, and drawn one at a time, off the event loop.
 */
export function createTitlePictures({ dist, log }: TitlePicturesOptions) {
  const mayDraw = createRateLimit(mostPerMinute);
  let last: Promise<unknown> = Promise.resolve();
  const drawInTurn = async (words: TitleWords): Promise<ResponseVariant | null> => {
    const drawing = last.then(() => draw(dist, words));
    last = drawing.catch(() => undefined);
    try {
      return createVariant(['Content-Type', 'image/png'], 'identity', await drawing);
    } catch (error) {
      log.warn({ err: error }, 'The picture of a title cannot be drawn');
      return null;
    }
  };
  const held = new LRUCache<string, Drawn, TitleWords>({
    maxSize: maxBytes,
    sizeCalculation: ({ picture }) => 1_024 + (picture?.body.length ?? 0),
    fetchMethod: async (_version, _before, { options: entry, context }) => {
      // Counted here, because concurrent requests share one drawing; a refusal is not held.
      if (!mayDraw()) return undefined;
      const picture = await drawInTurn(context);
      if (picture === null) entry.ttl = failureMemoryMs;
      return { picture };
    },
    ignoreFetchAbort: true,
  });
  return async (words: TitleWords): Promise<ResponseVariant | null> =>
    (await held.fetch(words.version, { context: words }))?.picture ?? null;
}

interface Drawn {
  /** Null: the drawing failed less than a minute ago. */
  readonly picture: ResponseVariant | null;
}

type Sharp = typeof import('sharp').default;

async function draw(dist: URL, { title, siteName }: TitleWords): Promise<Buffer> {
  // Loaded with the first drawing: most short-lived processes draw none.
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  const fontfile = fileURLToPath(new URL('fonts/display.ttf', dist));
  const text = shortened(title);
  const { size } = titleSizes.find(({ letters }) => text.length <= letters) ?? smallest;
  const name = await writeText(sharp, fontfile, siteName, 30);
  const written = await writeText(sharp, fontfile, text, size);
  return sharp(fileURLToPath(new URL('root/social.png', dist)))
    .composite([
      // Beside the logo mark, vertically centered on it.
      { input: name.data, left: left + 62, top: Math.round(88 - name.info.height / 2) },
      { input: written.data, left, top: titleTop },
    ])
    .png({ palette: true, colors: 128, effort: 4 })
    .toBuffer();
}

/** The title, cut at a word boundary with an ellipsis if it is too long. */
function shortened(title: string): string {
  if (title.length <= smallest.letters) return title;
  const cut = title.slice(0, smallest.letters);
  const lastSpace = cut.lastIndexOf(' ');
  return `${lastSpace > 0 ? cut.slice(0, lastSpace) : cut}…`;
}

/** Renders words at a size in pixels, on as many lines as they need. */
function writeText(sharp: Sharp, fontfile: string, words: string, size: number) {
  return sharp({
    text: {
      text: `<span foreground="${titleColor}">${escapeXml(words)}</span>`,
      font: `Newsreader 16pt ${size}`,
      fontfile,
      width,
      dpi: 72,
      rgba: true,
      wrap: 'word-char',
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
}

const titleColor = '#1c2721';
