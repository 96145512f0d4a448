/** Most text has none of the characters that this file is about. */
const unusual = /[^\u0000-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205f\u20ac]/;

/**
 * What has no width and no place in a word: soft hyphens, zero-width spaces, word joiners, byte order marks, and what sets
 * or changes the writing direction. Messengers, word processors and PDF files leave them behind.
 */
const invisible =
  /[\u034f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/g;

/**
 * Zero-width joiners and non-joiners with what stands before them: emoji and scripts with joined letters need them, if
 * such a character follows too. Without a lookbehind, which older browsers do not read.
 */
const joiner = /([\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Lo}\p{M}]?)[\u200c\u200d]+/gu;
const joins = /^[\p{Extended_Pictographic}\p{Lo}\p{M}]/u;

/** Letters that PDF files have in one character: ﬁ, ﬂ. */
const ligature = /[\ufb00-\ufb06]/g;

/**
 * Marks on one letter beyond 30, which no word of any language has (UAX #15, Stream-Safe Text Format). Normalizing sorts
 * those that follow each other, in the square of their time.
 */
const furtherMarks = /(\p{M}{30})\p{M}+/gu;

/** Text in one form of Unicode (NFC) without invisible characters: what looks the same is the same. */
export function normalizeText(text: string): string {
  if (!unusual.test(text)) return text;
  return text
    .replace(invisible, '')
    .replace(joiner, (written: string, before: string, at: number, whole: string) =>
      before !== '' && joins.test(whole.slice(at + written.length, at + written.length + 2))
        ? written
        : before,
    )
    .replace(ligature, (letters) => letters.normalize('NFKD'))
    .replace(furtherMarks, '$1')
    .normalize('NFC');
}
