// Appended to the browser's entry in development: reloads the page when the site runs another build, swaps its styles,
// and shows errors over it.
{
  const kept = 'dev-kept';
  const closed = 'dev-closed';
  const fields = () => [...document.querySelectorAll('input, textarea, select')];

  function reload() {
    closeError();
    const typed = fields().map(({ value, checked }) => [value, checked]);
    const focused = fields().indexOf(document.activeElement);
    sessionStorage.setItem(kept, JSON.stringify({ at: location.href, typed, focused, scroll: scrollY }));
    location.reload();
  }

  function restore() {
    const { at, typed, focused, scroll } = JSON.parse(sessionStorage.getItem(kept) ?? '{}');
    sessionStorage.removeItem(kept);
    if (at !== location.href || typed.length !== fields().length) return;
    for (const [place, field] of fields().entries()) {
      const [value, checked] = typed[place];
      if (field.type === 'file' || (field.value === value && field.checked === checked)) continue;
      field.value = value;
      field.checked = checked;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    fields()[focused]?.focus({ preventScroll: true });
    scrollTo({ top: scroll, behavior: 'instant' });
  }

  /** Closes the error that is shown, if any, which gives the focus back to the field that had it. */
  function closeError() {
    const dialog = document.getElementById('build-error');
    dialog?.close();
    dialog?.remove();
  }

  /** Shows a text over the page until it is closed. One with an id is not shown again after that, on no page. */
  function show(text, id = '') {
    if (id && sessionStorage.getItem(closed) === id) return;
    closeError();
    const dialog = document.createElement('dialog');
    dialog.id = 'build-error';
    dialog.setAttribute('role', 'alertdialog');
    dialog.setAttribute('aria-label', 'Error');
    dialog.style.cssText =
      'position:fixed;inset:0;box-sizing:border-box;width:100%;height:100%;max-width:none;max-height:none;margin:0;border:0;padding:2rem;overflow:auto;background:#1b1b1bf2;color:#ff9d9d';
    const button = document.createElement('button');
    button.textContent = 'Close (Esc)';
    button.style.cssText =
      'position:sticky;top:0;float:right;padding:.5rem 1rem;border:1px solid;border-radius:4px;background:#1b1b1b;color:#fff;font:14px/1.5 sans-serif;cursor:pointer';
    const message = document.createElement('pre');
    message.textContent = text;
    message.style.cssText = 'margin:0;font:14px/1.5 monospace;white-space:pre-wrap';
    button.onclick = () => dialog.close();
    dialog.onclose = () => {
      if (id) sessionStorage.setItem(closed, id);
      dialog.remove();
    };
    dialog.append(button, message);
    document.body.append(dialog);
    // Modal, so that Escape closes it, whatever has the focus, and it is above the dialogs of the page.
    dialog.showModal();
  }

  // A constructed stylesheet and not an element: the CSP allows only the styles that the page was sent with.
  const swapped = new CSSStyleSheet();
  function swapStyles(pairs) {
    const own = document.querySelector('head > style');
    own.media = 'not all';
    swapped.replaceSync(pairs.reduce((text, [from, to]) => text.replace(from, () => to), own.textContent));
    if (!document.adoptedStyleSheets.includes(swapped)) document.adoptedStyleSheets.unshift(swapped);
    closeError();
  }

  // Shows logged errors of islands, also React's messages with strings; the server maps their stacks to source lines.
  const logError = console.error;
  console.error = (...parts) => {
    logError(...parts);
    const isMismatch = String(parts[0]).startsWith('A tree hydrated but');
    if (!isMismatch && !parts.some((part) => part instanceof Error)) return;
    const text = parts.map((part) => (part instanceof Error ? part.stack : part)).join('\n');
    fetch('/dev/stack', { method: 'POST', body: text }).then(async (reply) => show(await reply.text()));
  };
  addEventListener('error', ({ error }) => error && console.error(error));
  addEventListener('unhandledrejection', ({ reason }) => console.error(reason));

  const { build } = document.documentElement.dataset;
  const events = {
    build(id) {
      if (id !== build) reload();
    },
    styles: swapStyles,
    reload,
    'build-error': ({ text, id }) => show(text, id),
  };
  const source = new EventSource(`/dev/reload?${new URLSearchParams({ page: location.pathname })}`);
  for (const [name, act] of Object.entries(events))
    source.addEventListener(name, ({ data }) => act(JSON.parse(data)));
  restore();
}
