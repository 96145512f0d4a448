import { createServer } from 'node:http';
import { request } from 'undici';

// The baseline for cached pages: bare node:http that sends the body and the headers of the page at BENCH_PAGE, and does
// nothing else.

const page = await request(process.env.BENCH_PAGE ?? '', { headers: { 'accept-encoding': 'br' } });
const body = Buffer.from(await page.body.arrayBuffer());
const { date: _, connection: __, 'keep-alive': ___, ...headers } = page.headers;

createServer((_request, response) => {
  response.writeHead(200, headers).end(body);
}).listen(Number(process.env.PORT), process.env.HOST);
