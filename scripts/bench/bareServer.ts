import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import express from 'express';
import type { YardstickAnswer } from './keptPages.ts';

// The yardsticks: what sends the same bytes with the same headers from a map, and does nothing else. BENCH_ANSWERS
// names a file of answers by path. BENCH_MODE=express: through one middleware of Express; else bare node:http.

const answers = new Map<string, { headers: string[]; tagOnly: string[]; body: Buffer }>();
for (const [path, { headers, body }] of Object.entries<YardstickAnswer>(
  JSON.parse(readFileSync(process.env.BENCH_ANSWERS ?? '', 'utf8')),
)) {
  const tagOnly = headers.filter(
    (_, i) => !/^content-(type|length|encoding)/i.test(headers[i - (i % 2)] ?? ''),
  );
  answers.set(path, { headers: [...headers], tagOnly, body: Buffer.from(body, 'base64') });
}

const bare = createServer((request, response) => {
  const answer = answers.get(request.url ?? '/');
  if (!answer) response.writeHead(404).end();
  else if (request.headers['if-none-match'] === undefined) {
    response.writeHead(200, answer.headers);
    response.end(answer.body);
  } else {
    response.writeHead(304, answer.tagOnly);
    response.end();
  }
});

const app = express();
app.disable('x-powered-by');
app.use((request, response) => {
  const answer = answers.get(request.url);
  response.writeHead(answer ? 200 : 404, answer?.headers ?? []);
  response.end(answer?.body);
});

const server = process.env.BENCH_MODE === 'express' ? createServer(app) : bare;
server.listen(Number(process.env.PORT), process.env.HOST);
