/** A count with its noun, whose plural ends with an s: `1 bath`, `2 baths`. */
export function countWithNoun(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
