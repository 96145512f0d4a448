import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { closeServer, listen } from './listen.ts';

/** A CDN as the site sees it: an address that receives purges. */
export interface PurgeReceiver {
  readonly url: string;
  /** The bodies it was sent, parsed, oldest first. */
  readonly purges: readonly { readonly tags: readonly string[]; readonly urls: readonly string[] }[];
  /** How it responds from now on; 204 at first. */
  respond: (response: ServerResponse) => void;
  close(): Promise<void>;
}

/** Starts one on a free loopback port. */
export async function startPurgeReceiver(): Promise<PurgeReceiver> {
  const purges: { tags: readonly string[]; urls: readonly string[] }[] = [];
  const server = createServer(async (request, response) => {
    purges.push(JSON.parse(await text(request)));
    receiver.respond(response);
  });
  const receiver: PurgeReceiver = {
    url: await listen(server),
    purges,
    respond: (response) => void response.writeHead(204).end(),
    close: () => closeServer(server),
  };
  return receiver;
}
