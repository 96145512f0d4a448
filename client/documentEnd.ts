/**
 * A document that has not changed for so long has broken off: Chromium then fires neither `DOMContentLoaded` nor `load`.
 * Or it has a late part that React will not move into place.
 */
const maxQuietMs = 10_000;

/**
 * Calls `onChange` now and on every change of the document while it arrives, and `onEnd` once when it has ended. It
 * does not wait for pictures, which may hang. Late parts of a stream are moved into place after it has been parsed:
 * React does so in batches, on a timer or with the next frame, which in a hidden tab can be much later.
 */
export function followDocument(onChange: () => void, onEnd: () => void): void {
  let ended = false;
  let ending: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    ended = true;
    observer.disconnect();
    onEnd();
  };
  const look = () => {
    if (ended) return;
    onChange();
    clearTimeout(ending);
    if (document.readyState === 'loading' || document.querySelector('[hidden][id^="S:"]'))
      ending = setTimeout(end, maxQuietMs);
    else end();
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true });
  document.addEventListener('DOMContentLoaded', look, { once: true });
  look();
}
