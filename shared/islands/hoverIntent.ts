/** How long a pointer rests before it means it, and how far it may stray on its way into the submenu. */
const openAfterMs = 90;
const closeAfterMs = 280;

/**
 * Opens a submenu under a resting mouse and closes it behind one that has left. What was opened by a press
 * stays, and the press that comes just after the mouse has opened it does not close it again.
 */
export function followHover(group: Element, details: HTMLDetailsElement, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let byHover = false;
  const later = (ms: number, run: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(run, ms);
  };
  const enter = () =>
    later(openAfterMs, () => {
      if (details.open) return;
      byHover = true;
      details.open = true;
    });
  const leave = () =>
    later(closeAfterMs, () => {
      if (byHover) details.open = false;
    });

  group.addEventListener('pointerenter', (event) => isMouse(event) && enter(), { signal });
  group.addEventListener('pointerleave', (event) => isMouse(event) && leave(), { signal });
  details.querySelector('summary')?.addEventListener(
    'click',
    (event) => {
      if (!byHover || !details.open) return;
      event.preventDefault();
      byHover = false;
    },
    { signal },
  );
  details.addEventListener(
    'toggle',
    () => {
      if (!details.open) byHover = false;
    },
    { signal },
  );
  signal.addEventListener('abort', () => clearTimeout(timer));
  // The mouse that woke the island has entered before anybody listened.
  if (matchMedia('(hover: hover)').matches && group.matches(':hover')) enter();
}

function isMouse(event: Event): boolean {
  return event instanceof PointerEvent && event.pointerType === 'mouse';
}
