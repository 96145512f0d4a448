import { type Row, readRow } from './readField.ts';

/** Called with each row of a list as soon as it is parsed; returns what is kept of it. */
export type KeepRow = (row: Row) => Row;

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = Buffer.from('"\\{}[]');
/** Rows are objects in the list that the object of a response has as `data`. */
const depthOfRows = 3;

/**
 * Parses the body of a response, `{"data":[…]}`, row by row: of a large list only its bytes and what is kept of each row
 * are in memory, not its text and a second copy of all rows. Null: it is no object. Throws what `JSON.parse` does.
 *
 * @param body valid UTF-8
 */
export function parseEnvelope(body: Buffer, keep: KeepRow): Row | null {
  const rows: Row[] = [];
  /** The text between the rows; in place of each row a list with its number. */
  let rest = '';
  let [at, depth, isInList, restFrom, rowFrom] = [0, 0, false, 0, -1];
  while (at < body.length) {
    const byte = body[at];
    if (byte === quote) at = endOfText(body, at);
    else if (byte === openBrace || byte === openBracket) {
      depth += 1;
      if (depth === depthOfRows - 1) isInList = byte === openBracket;
      if (depth === depthOfRows && isInList && byte === openBrace) rowFrom = at;
    } else if (byte === closeBrace || byte === closeBracket) {
      if (depth === depthOfRows && rowFrom >= 0) {
        const row = readRow(JSON.parse(body.toString('utf8', rowFrom, at + 1)));
        rest += `${body.toString('utf8', restFrom, rowFrom)}[${rows.length}]`;
        if (row !== null) rows.push(keep(row));
        [restFrom, rowFrom] = [at + 1, -1];
      }
      depth -= 1;
    }
    at += 1;
  }
  const envelope = readRow(JSON.parse(rest + body.toString('utf8', restFrom)));
  if (envelope === null || !Array.isArray(envelope.data)) return envelope;
  const placed = envelope.data.map((member: unknown) =>
    Array.isArray(member) && member.length === 1 ? (rows[member[0]] ?? member) : member,
  );
  return { ...envelope, data: placed };
}

/** The place of the quote that ends a text. */
function endOfText(body: Buffer, start: number): number {
  let end = start;
  for (;;) {
    end = body.indexOf('"', end + 1);
    if (end < 0) return body.length;
    let before = end - 1;
    while (body[before] === backslash) before -= 1;
    // An even number of backslashes escapes only each other.
    if ((end - before) % 2 === 1) return end;
  }
}
