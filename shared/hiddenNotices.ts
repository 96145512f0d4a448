/** Where a browser remembers the notices that its visitor has hidden: by the selectors of their ids, with commas. */
export const hiddenNoticesKey = 'hiddenNotices';
