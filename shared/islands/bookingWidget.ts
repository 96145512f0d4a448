/** The vendor's scripts, in the order in which they must run; our CSP allows the same two. */
const pickerScript = 'https://platform.hostfully.com/assets/js/pikaday.js';
const searchScript = 'https://platform.hostfully.com/assets/widgets/searchwidget/searchwidget.js';

/** A widget that takes longer is of no use. */
const watchdogMs = 6_000;

const loading = new Map<string, Promise<void>>();

interface WidgetOptions {
  /** The empty element that the vendor's script renders into, and owns from then on. */
  readonly container: HTMLElement;
  readonly resultsUrl: string;
  readonly maximumGuests: number;
  readonly daysBetweenDates: number;
  /** Called when the container has usable content. */
  readonly onReady: () => void;
  /** Called when the widget has failed for good: blocked, too slow, threw, or rendered nothing usable. */
  readonly onMissing: (reason: unknown) => void;
  readonly signal: AbortSignal;
}

/** Loads the vendor's search widget and renders it once; aborting `signal` removes it completely. */
export function renderBookingWidget(options: WidgetOptions): void {
  const { container, signal } = options;
  let over = signal.aborted;
  const giveUp = (reason: unknown) => {
    if (over) return;
    over = true;
    clean();
    options.onMissing(reason);
  };
  const tooLate = () => giveUp(new Error(`The booking widget is not there after ${watchdogMs} ms.`));
  const timer = setTimeout(tooLate, watchdogMs);
  const observer = new MutationObserver(() => {
    // Content without a control is not usable yet: keep waiting until the watchdog ends it.
    if (!isUsable(container)) return;
    observer.disconnect();
    clearTimeout(timer);
    options.onReady();
  });
  const clean = () => {
    clearTimeout(timer);
    observer.disconnect();
    container.replaceChildren();
    // The date picker appends its calendars to the body.
    for (const calendar of document.querySelectorAll('body > .pika-single')) calendar.remove();
  };
  signal.addEventListener('abort', () => {
    over = true;
    clean();
  });

  const render = async () => {
    await loadVendorScript(pickerScript);
    await loadVendorScript(searchScript);
    // Scripts that arrive too late stay unused: by then the visitor has the simple search.
    if (over) return;
    observer.observe(container, { childList: true, subtree: true });
    construct(options);
  };
  render().catch(giveUp);
}

function construct({ container, resultsUrl, maximumGuests, daysBetweenDates }: WidgetOptions): void {
  const SearchWidget: unknown = Reflect.get(window, 'SearchWidget');
  if (typeof SearchWidget !== 'function') throw new Error('The vendor has no search widget.');
  const style = getComputedStyle(document.documentElement);
  const color = (name: string) => style.getPropertyValue(name).trim();
  Reflect.construct(SearchWidget, [
    container.id,
    resultsUrl,
    {
      lang: 'US',
      fields: ['checkIn', 'checkOut', 'guests'],
      maximumGuests,
      daysBetweenDates,
      openInNewTab: false,
      backgroundColorButton: color('--buttonBg'),
      colorButton: color('--onButton'),
    },
  ]);
}

/** Whether it has anything that a visitor can operate. */
function isUsable(container: HTMLElement): boolean {
  return container.querySelector('input, select, button, iframe') !== null;
}

/**
 * Loads a classic script of another origin, once even if called several times; resolves when it has run. A failed
 * script can be requested again.
 */
function loadVendorScript(address: string): Promise<void> {
  const known = loading.get(address);
  if (known) return known;
  const script = document.createElement('script');
  const loaded = new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      loading.delete(address);
      reject(new Error(`${address} could not be loaded.`));
    });
  });
  script.src = address;
  loading.set(address, loaded);
  document.head.append(script);
  return loaded;
}
