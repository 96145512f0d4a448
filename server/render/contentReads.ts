/** A content key and the version of it that a page was made from; null where there was none to be had. */
export type NotedRead = readonly [key: string, version: number | null];

/** A read that brought something. */
export type ContentRead = readonly [key: string, version: number];

/** Tells the version of a key that is held now. */
export interface CurrentVersions {
  versionOf(key: string): number | undefined;
}

/** Whether everything that was read is still what it was. */
export function areCurrent(reads: Iterable<NotedRead>, content: CurrentVersions): boolean {
  for (const [key, version] of reads) {
    if (version !== null && content.versionOf(key) !== version) return false;
  }
  return true;
}

/** The reads, or null where any of them brought nothing. */
export function completeReads(reads: Iterable<NotedRead>): readonly ContentRead[] | null {
  const complete: ContentRead[] = [];
  for (const [key, version] of reads) {
    if (version === null) return null;
    complete.push([key, version]);
  }
  return complete;
}
