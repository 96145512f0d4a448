import type { FitEnum, Sharp } from 'sharp';
import { invalidQuery, serviceUnavailable, unexpectedError } from './directusErrors.ts';
import type { QueryTree } from './queryString.ts';
import { textParameter } from './queryString.ts';

type Fit = keyof FitEnum;

/** The encodings that the service can make; Directus names more and fails on them. */
export type PictureFormat = 'avif' | 'gif' | 'jpeg' | 'png' | 'tiff' | 'webp';

/** What is to be done to a picture. All undefined means the file as it is. */
export interface PictureTransform {
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly fit: Fit;
  readonly quality: number | undefined;
  readonly format: PictureFormat | undefined;
  readonly withoutEnlargement: boolean;
}

const fits: readonly Fit[] = ['cover', 'contain', 'inside', 'outside', 'fill'];

const formats: ReadonlyMap<string, PictureFormat> = new Map([
  ['jpg', 'jpeg'],
  ['jpeg', 'jpeg'],
  ['jpe', 'jpeg'],
  ['png', 'png'],
  ['webp', 'webp'],
  ['avif', 'avif'],
  ['tiff', 'tiff'],
  ['tif', 'tiff'],
  ['gif', 'gif'],
]);

/** In the order of the recorded message. */
const namedFormats =
  'heic, heif, avif, jpeg, jpg, jpe, tile, dz, png, raw, tiff, tif, webp, gif, jp2, jpx, j2k, j2c, jxl';

/** The presets that every Directus has. */
const presets: ReadonlyMap<string, Partial<PictureTransform>> = new Map([
  ['system-small-cover', { width: 64, height: 64 }],
  ['system-small-contain', { width: 64 }],
  ['system-medium-cover', { width: 300, height: 300 }],
  ['system-medium-contain', { width: 300 }],
  ['system-large-cover', { width: 800, height: 800 }],
  ['system-large-contain', { width: 800 }],
]);

const untouched: PictureTransform = {
  width: undefined,
  height: undefined,
  fit: 'cover',
  quality: undefined,
  format: undefined,
  withoutEnlargement: false,
};

/** A real Directus spends seconds on these and then gives up; the demo gives up at once. */
const largestSide = 8192;
const largestJpegSide = 65_535;

/**
 * Reads the asset parameters as Directus 11.17 does: empty ones are absent, `fit` counts only beside a size,
 * `format=auto` takes the best of avif, webp and jpeg that `Accept` names.
 * @throws DirectusError 400 with the recorded message for a value out of range, 500 for a named format that
 * cannot be made and for a side that no JPEG can have, 503 for a picture that takes too long to make.
 */
export function readTransform(query: QueryTree, accept: string): PictureTransform {
  const key = textParameter(query, 'key') ?? '';
  if (key !== '') {
    const preset = presets.get(key);
    if (preset === undefined) throw invalidQuery(`Key "${key}" isn't configured`);
    return { ...untouched, ...preset };
  }
  const width = readSide(query, 'width');
  const height = readSide(query, 'height');
  const fit = width === undefined && height === undefined ? 'cover' : readFit(query);
  const format = readFormat(textParameter(query, 'format')?.toLowerCase() ?? '', accept);
  const quality = readNumber(query, 'quality');
  if (quality !== undefined && !(Number.isInteger(quality) && quality >= 1 && quality <= 100)) {
    throw invalidQuery(
      `Expected integer between 1 and 100 for quality but received ${quality} of type number`,
    );
  }
  const largest = Math.max(width ?? 0, height ?? 0);
  if (largest > largestJpegSide) throw unexpectedError();
  if (largest > largestSide) throw serviceUnavailable('assets', 'Transformation timed out');
  const withoutEnlargement = textParameter(query, 'withoutEnlargement') === 'true';
  return { width, height, fit, quality, format, withoutEnlargement };
}

/** @returns whether the file is to be sent as it is. */
export function isUntouched({ width, height, quality, format }: PictureTransform): boolean {
  return [width, height, quality, format].every((value) => value === undefined);
}

/** Applies the transform to an opened picture; the encoding stays JPEG unless another is asked for. */
export function applyTransform(picture: Sharp, transform: PictureTransform): Sharp {
  const { width, height, fit, quality, format, withoutEnlargement } = transform;
  const size = { ...(width && { width }), ...(height && { height }) };
  const resized = width || height ? picture.resize({ ...size, fit, withoutEnlargement }) : picture;
  const options = quality === undefined ? {} : { quality };
  // The default effort takes seconds for one large avif; nobody measures the demo's bytes.
  if (format === 'avif') return resized.avif({ ...options, effort: 2 });
  return resized.toFormat(format ?? 'jpeg', options);
}

function readNumber(query: QueryTree, name: string): number | undefined {
  const text = textParameter(query, name) ?? '';
  return text === '' ? undefined : Number(text);
}

function readSide(query: QueryTree, name: 'width' | 'height'): number | undefined {
  const side = readNumber(query, name);
  if (side !== undefined && !(Number.isInteger(side) && side > 0)) {
    throw invalidQuery(`Expected positive integer for ${name} but received ${side} of type number`);
  }
  return side;
}

function readFit(query: QueryTree): Fit {
  const text = textParameter(query, 'fit') ?? '';
  const fit = text === '' ? 'cover' : fits.find((known) => known === text);
  if (fit === undefined) {
    throw invalidQuery(`Expected valid fit for fit but received ${text} of type string`);
  }
  return fit;
}

function readFormat(text: string, accept: string): PictureFormat | undefined {
  if (text === '') return undefined;
  if (text === 'auto') {
    if (accept.includes('image/avif')) return 'avif';
    return accept.includes('image/webp') ? 'webp' : 'jpeg';
  }
  const format = formats.get(text);
  if (format !== undefined) return format;
  if (text === 'heic' || text === 'heif') {
    throw invalidQuery('Expected one of: av1, hevc for compression but received undefined of type undefined');
  }
  if (namedFormats.split(', ').includes(text)) throw unexpectedError();
  throw invalidQuery(`Expected one of: ${namedFormats} for format but received ${text} of type string`);
}
