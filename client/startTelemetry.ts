// Part of the inline script: when the page has loaded and is idle, telemetry begins, if the page's source
// says where it is; it is there only where somebody listens. It costs the page's other scripts nothing. A page
// that was rendered ahead (Speculation Rules) waits until it is opened: unseen, it tells nobody anything.
addEventListener('load', () => {
  const file = document.querySelector<HTMLMetaElement>('[name=telemetry]')?.dataset.src;
  if (!file) return;
  const begin = () => {
    // Blocked or unreachable: the page does without.
    import(file).catch(() => {});
  };
  const whenIdle = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(begin);
    else setTimeout(begin, 200);
  };
  if ('prerendering' in document && document.prerendering) {
    document.addEventListener('prerenderingchange', whenIdle);
  } else whenIdle();
});

export {};
