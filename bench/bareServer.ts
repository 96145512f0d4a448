import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import * as v from 'valibot';

// The yardstick of cached pages: bare node:http that sends the same bytes with the same headers, and does nothing
// else. BENCH_RESPONSES names a file of responses by path; headers are names and values in turn, bodies Base64.

const file = v.record(v.string(), v.object({ headers: v.array(v.string()), body: v.string() }));
const responses = new Map(
  Object.entries(v.parse(file, JSON.parse(readFileSync(process.env.BENCH_RESPONSES ?? '', 'utf8')))).map(
    ([path, { headers, body }]) => [
      path,
      {
        headers,
        tagOnly: headers.filter(
          (_, at) => !/^content-(type|length|encoding)/i.test(headers[at - (at % 2)] ?? ''),
        ),
        body: Buffer.from(body, 'base64'),
      },
    ],
  ),
);

createServer((request, response) => {
  const found = responses.get(request.url ?? '/');
  if (!found) response.writeHead(404).end();
  else if (request.headers['if-none-match'] === undefined)
    response.writeHead(200, found.headers).end(found.body);
  else response.writeHead(304, found.tagOnly).end();
}).listen(Number(process.env.PORT), process.env.HOST);
