/**
 * React places late content of a stream in hidden segments and moves them by script. Without script they
 * are shown where they arrived, and the Loading texts that they would have replaced are not.
 */
export const noScriptStyle = '[id^="S:"][hidden]{display:block}.pending{display:none}';
