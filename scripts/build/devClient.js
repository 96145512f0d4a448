// Appended to the browser's entry in development: reloads the page when the site runs another build, swaps its styles,
// and shows errors over it.
{
  const kept = 'dev-kept';
  const fields = () => [...document.querySelectorAll('input, textarea, select')];

  function reload() {
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

  function show(text) {
    const overlay = document.getElementById('build-error') ?? document.createElement('pre');
    overlay.id = 'build-error';
    overlay.setAttribute('role', 'alert');
    overlay.textContent = text;
    overlay.style.cssText =
      'position:fixed;inset:0;z-index:2147483647;margin:0;padding:2rem;overflow:auto;background:#1b1b1bf2;color:#ff9d9d;font:14px/1.5 monospace;white-space:pre-wrap';
    document.body.append(overlay);
  }

  // Constructed stylesheets and not style elements: the CSP allows only the styles that the page was sent with.
  let sheets = null;
  function swapStyles(all) {
    sheets ??= [...document.querySelectorAll('head > style')].map((element) => {
      const { textContent } = element;
      element.media = 'not all';
      const name = Object.keys(all).find((one) => all[one].includes(textContent));
      return { name, textContent, sheet: new CSSStyleSheet() };
    });
    for (const { name, textContent, sheet } of sheets) sheet.replaceSync(all[name]?.[1] ?? textContent);
    document.adoptedStyleSheets = sheets.map(({ sheet }) => sheet);
    document.getElementById('build-error')?.remove();
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
    'build-error': show,
  };
  const source = new EventSource('/dev/reload');
  for (const [name, act] of Object.entries(events))
    source.addEventListener(name, ({ data }) => act(JSON.parse(data)));
  restore();
}
