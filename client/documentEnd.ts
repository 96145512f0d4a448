/** How long after the end of a document its last parts may take to reach their places. */
const patienceMs = 3_000;

/**
 * Calls `onChange` now and whenever the document has changed while it is still arriving, and `onEnd` once when
 * nothing more will come. The end is later than `load`: React puts the late parts of a stream into their
 * places in batches, by a timer or with the next frame, which in a hidden tab is long after.
 */
export function followDocument(onChange: () => void, onEnd: () => void): void {
  let ended = false;
  const look = () => {
    if (ended) return;
    onChange();
    if (document.readyState === 'complete' && !document.querySelector('[hidden][id^="S:"]')) end();
  };
  const end = () => {
    if (ended) return;
    ended = true;
    observer.disconnect();
    onEnd();
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true });
  // A broken stream may leave a part behind that React will never place.
  const loaded = () => {
    setTimeout(end, patienceMs);
    look();
  };
  if (document.readyState === 'complete') loaded();
  else addEventListener('load', loaded, { once: true });
  look();
}
