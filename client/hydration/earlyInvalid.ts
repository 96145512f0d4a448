const longestWaitMs = 3_000;

/**
 * A form that is sent too early, with invalid fields, is sent again once its island is hydrated, which shows messages
 * of its own. The browser's bubbles appear only if it cannot be hydrated, or not soon.
 *
 * @param start hydrates the island; resolves to whether it is hydrated
 */
export function sendAgainOnceHydrated(root: HTMLElement, start: () => Promise<boolean>): void {
  let waiting: HTMLFormElement | undefined;
  let hasFailed = false;
  const wait = (event: Event) => {
    const form = event.target instanceof Element ? event.target.closest('form') : null;
    if (!form || hasFailed || root.dataset.hydrated !== undefined) return;
    event.preventDefault();
    // Each invalid field has its event.
    if (waiting === form) return;
    waiting = form;
    const late = new Promise<false>((resolve) => setTimeout(resolve, longestWaitMs, false));
    void Promise.race([start(), late]).then((hydrated) => {
      waiting = undefined;
      hasFailed = !hydrated;
      if (hydrated) root.querySelector('form')?.requestSubmit();
      // What has become valid meanwhile is not sent: it may be half typed.
      else form.reportValidity();
    });
  };
  // These events do not bubble.
  root.addEventListener('invalid', wait, { capture: true });
}
