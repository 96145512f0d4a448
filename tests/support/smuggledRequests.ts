/** A request hidden behind the first one; if it gets a response, two parsers of one connection disagree. */
const hidden = 'GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n';

const post = (headers: string, body: string) =>
  `POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`;
const chunked = (body: string) => post('Transfer-Encoding: chunked', body);

/** Requests whose end two parsers may see at different places, each with what is odd about it. */
export const smuggledRequests: readonly (readonly [oddity: string, bytes: string])[] = [
  ['a length and chunks', post('Content-Length: 5\r\nTransfer-Encoding: chunked', `0\r\n\r\n${hidden}`)],
  ['chunks and a length', post('Transfer-Encoding: chunked\r\nContent-Length: 5', `0\r\n\r\n${hidden}`)],
  ['two lengths', post(`Content-Length: 0\r\nContent-Length: ${hidden.length}`, hidden)],
  ['one length twice', post('Content-Length: 0\r\nContent-Length: 0', hidden)],
  ['a list of lengths', post('Content-Length: 0, 0', hidden)],
  ['a length with a sign', post('Content-Length: +5', `{"a":${hidden}`)],
  ['a negative length', post('Content-Length: -1', hidden)],
  ['a length in another notation', post('Content-Length: 0x0', hidden)],
  ['a length above every integer type', post('Content-Length: 99999999999999999999', hidden)],
  ['a coding that only contains the word chunked', post('Transfer-Encoding: xchunked', `0\r\n\r\n${hidden}`)],
  ['chunks inside of another coding', post('Transfer-Encoding: chunked, identity', `0\r\n\r\n${hidden}`)],
  ['a space before the colon', post('Transfer-Encoding : chunked', `0\r\n\r\n${hidden}`)],
  ['a control byte before the coding', post('Transfer-Encoding:\vchunked', `0\r\n\r\n${hidden}`)],
  ['a folded header', post('Transfer-Encoding:\r\n chunked', `0\r\n\r\n${hidden}`)],
  ['lines that end with a bare LF', post('Content-Length: 0', hidden).replaceAll('\r\n', '\n')],
  ['a header that ends with a bare CR', post('X: a\rContent-Length: 0', hidden)],
  ['a NUL byte in a header', post('X: a\0b\r\nContent-Length: 0', hidden)],
  ['a NUL byte in a name', post('X\0Y: a\r\nContent-Length: 0', hidden)],
  ['a chunk size in another notation', chunked(`0x0\r\n\r\n${hidden}`)],
  ['a negative chunk size', chunked(`-1\r\n\r\n${hidden}`)],
  ['a chunk size above every integer type', chunked(`fffffffffffffffff\r\n${hidden}`)],
  ['a chunk extension that ends with a bare LF', chunked(`0;a\n\r\n${hidden}`)],
  ['a chunk extension without an end', chunked(`0;${'a'.repeat(20_000)}\r\n\r\n${hidden}`)],
  ['a chunk that is longer than it says', chunked(`1\r\n{}\r\n0\r\n\r\n${hidden}`)],
];
