import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

// The yardstick: bare node:http that sends the same bytes with the same headers from a map, and does
// nothing else. BENCH_ANSWERS names a file of { path: { headers, body (base64) } }.

interface Answer {
  readonly headers: string[];
  readonly body: string;
}

const answers = new Map<string, { headers: string[]; tagOnly: string[]; body: Buffer }>();
for (const [path, { headers, body }] of Object.entries<Answer>(
  JSON.parse(readFileSync(process.env.BENCH_ANSWERS ?? '', 'utf8')),
)) {
  const tagOnly = headers.filter((_, i) => !/^content-/i.test(headers[i - (i % 2)] ?? ''));
  answers.set(path, { headers: [...headers], tagOnly, body: Buffer.from(body, 'base64') });
}

createServer((request, response) => {
  const answer = answers.get(request.url ?? '/');
  if (!answer) response.writeHead(404).end();
  else if (request.headers['if-none-match'] === undefined) {
    response.writeHead(200, answer.headers);
    response.end(answer.body);
  } else {
    response.writeHead(304, answer.tagOnly);
    response.end();
  }
}).listen(Number(process.env.PORT), process.env.HOST);
