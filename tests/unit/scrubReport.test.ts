import { expect, it } from 'vitest';
import { scrubAddresses, scrubEvent } from '../../shared/scrubReport.ts';

const number = '435e6268-1111-4222-8333-444455556666';
const cut = (value: unknown) => JSON.parse(scrubAddresses(JSON.stringify(value)));

it.each([
  ['https://a.example/x?note=Ada', 'https://a.example/x'],
  ['https://a.example/x#Ada', 'https://a.example/x'],
  ['https://a.example/x?a=\\Ada)&b', 'https://a.example/x'],
  ['/api/posts?tag=Ada', '/api/posts'],
  ['see https://a.example/?q=Ada now', 'see https://a.example/ now'],
  ['/a?w=1 1x, https://a.example/b?w=2 2x', '/a 1x, https://a.example/b 2x'],
  ['a { color: #fff } b::after { content: "?" }', 'a { color: #fff } b::after { content: "?" }'],
  ['Is it? 24/7 # yes', 'Is it? 24/7 # yes'],
  [`/api/contact/status/${number}`, '/api/contact/status/435e6268'],
])('%j in a recording becomes %j', (text, left) => {
  expect(cut([{ data: { href: text } }, text])).toEqual([{ data: { href: left } }, left]);
});

it('the files of a stack lose their queries: the file of an inline script is the address of its page', () => {
  const page = 'https://a.example/contact';
  const frame = { filename: `${page}?note=Ada`, abs_path: `${page}?note=Ada#Ada`, function: 'x', lineno: 3 };
  const event = { exception: { values: [{ value: 'Gone', stacktrace: { frames: [frame] } }] } };
  scrubEvent(event);
  expect(frame).toEqual({ filename: page, abs_path: page, function: 'x', lineno: 3 });
});

it('the number of a message is cut from every text, even where a text is shortened', () => {
  const path = `/contact/sent/${number}`;
  const url = `https://a.example${path}`;
  const event = {
    message: `${'x'.repeat(1_960)} ${path}`,
    transaction: path,
    request: { url },
    exception: { values: [{ value: path, stacktrace: { frames: [{ filename: url }] } }] },
    breadcrumbs: [{ message: path, data: { url, status: 200, other: path } }],
    spans: [{ description: path, data: { 'http.url': url } }],
    contexts: { trace: { data: { url } } },
  };
  scrubEvent(event);
  const left = JSON.stringify(event);
  expect([left.match(/435e6268/g)?.length, left.match(/435e6268-/g)]).toEqual([11, null]);
});
