const longestWaitMs = 3_000;

/**
 * A form that is sent too early, with invalid fields, is sent again once its island is hydrated, which shows messages
 * of its own. The browser's bubbles appear only if it cannot be hydrated, or not soon.
 *
 * @param start hydrates the island; resolves to whether it is hydrated
 */
export function sendAgainOnceHydrated(root: HTMLElement, start: () => Promise<boolean>): void {
  let isWaiting = false;
  let hasFailed = false;
  const wait = (event: Event) => {
    if (hasFailed || root.dataset.hydrated !== undefined) return;
    event.preventDefault();
    // Each invalid field has its event.
    if (isWaiting) return;
    isWaiting = true;
    const late = new Promise<false>((resolve) => setTimeout(resolve, longestWaitMs, false));
    void Promise.race([start(), late]).then((hydrated) => {
      isWaiting = false;
      hasFailed = !hydrated;
      // Hydration may have rendered the form anew.
      const form = root.querySelector('form');
      if (hydrated) form?.requestSubmit();
      // What has become valid meanwhile is not sent: it may be half typed.
      else form?.reportValidity();
    });
  };
  // These events do not bubble.
  root.addEventListener('invalid', wait, { capture: true });
}
