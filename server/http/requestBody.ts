import type { IncomingMessage } from 'node:http';
import express, { type Request, type RequestHandler, type Response } from 'express';

/** The parsed body, or the status with which it is refused. */
type ReadBody = { readonly body: unknown } | { readonly refused: 400 | 413 | 415 };

/** Reads the body of one request; rejects only for errors that are not the request's fault. */
export type BodyReader = (request: Request, response: Response) => Promise<ReadBody>;

/** One media type with no parameter but `charset=utf-8`: parsers would decode UTF-7 if the header names it. */
const exactly = (mediaType: string): RegExp =>
  new RegExp(`^${mediaType.replace(/[/.-]/g, '\\$&')}\\s*(;\\s*charset\\s*=\\s*"?utf-8"?\\s*)?$`, 'i');

/**
 * In bytes: 5000 characters of any script with the other fields at their bounds, and where the visitor came from. A
 * script says by itself what is too long.
 */
const largestJson = 64 * 1024;
/** Far above what the form takes, so that a text that is too long for it can be shown again; much more takes too long. */
const largestForm = 256 * 1024;

export const readJsonBody: BodyReader = bodyReader(
  exactly('application/json'),
  express.json({ limit: largestJson, inflate: false, type: () => true }),
);

export const readFormBody: BodyReader = bodyReader(
  exactly('application/x-www-form-urlencoded'),
  express.urlencoded({
    limit: largestForm,
    inflate: false,
    extended: false,
    parameterLimit: 50,
    type: () => true,
  }),
);

/**
 * Reads a body with one of Express' parsers.
 *
 * @param mediaType the required content type; null: the parser checks it
 */
export function bodyReader(mediaType: RegExp | null, parser: RequestHandler): BodyReader {
  return (request, response) => {
    if (mediaType && !mediaType.test(request.headers['content-type']?.trim() ?? '')) {
      return Promise.resolve({ refused: 415 });
    }
    return new Promise((resolve, reject) => {
      parser(request, response, (error?: unknown) => {
        if (error === undefined) return resolve({ body: request.body });
        const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : 500;
        if (status === 400 || status === 413 || status === 415) resolve({ refused: status });
        else reject(error);
      });
    });
  };
}

/**
 * The first `mostBytes` of a body as text; the rest is read and dropped. Null if the client disconnects before the end.
 */
export async function readStart(request: IncomingMessage, mostBytes: number): Promise<string | null> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of request) {
      if (size < mostBytes) parts.push(part);
      size += part.length;
    }
  } catch {
    return null;
  }
  return Buffer.concat(parts).toString('utf8', 0, mostBytes);
}
