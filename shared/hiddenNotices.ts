/** The storage key of the notices that a visitor has hidden; the value is a list of id selectors with commas. */
export const hiddenNoticesKey = 'hiddenNotices';
