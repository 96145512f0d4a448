/** How long after `load` React may take to move the last streamed parts into place. */
const maxWaitMs = 3_000;

/**
 * Calls `onChange` now and on every change of the document while it streams in, and `onEnd` once when it is complete.
 * That is later than `load`: React moves late parts of the stream into place in batches, on a timer or with the next
 * frame, which in a hidden tab can be much later.
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
  // A broken stream may leave a part that React never moves into place.
  const loaded = () => {
    setTimeout(end, maxWaitMs);
    look();
  };
  if (document.readyState === 'complete') loaded();
  else addEventListener('load', loaded, { once: true });
  look();
}
