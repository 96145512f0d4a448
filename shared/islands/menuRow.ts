import { closeToSummary, closeWhenLeft, neighbour } from './dismissal.ts';

/** How long a mouse rests on an entry before its submenu opens, and how long it may be elsewhere before it closes. */
const openAfterMs = 90;
const closeAfterMs = 280;

const stops = 'a[href], summary';

/**
 * Enhances the menu's row: submenus open under a resting mouse, on a press and on Arrow Down; arrows, Home and
 * End move within the row and within a submenu; Escape, leaving and a press beside close.
 */
export function enhanceRow(row: HTMLElement, signal: AbortSignal): void {
  for (const group of row.querySelectorAll('.nav-group')) {
    const details = group.querySelector('details');
    if (!details) continue;
    followHover(group, details, signal);
    closeWhenLeft(details, group, signal);
  }
  row.addEventListener(
    'keydown',
    (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const { target, key } = event;
      if (!(target instanceof HTMLElement)) return;
      const submenu = target.closest('.submenu-list')?.closest('details');
      const next = submenu ? withinSubmenu(submenu, target, key) : withinRow(row, target, key);
      if (!next) return;
      event.preventDefault();
      next.focus();
    },
    { signal },
  );
}

const linksOf = (submenu: Element): HTMLElement[] => [
  ...submenu.querySelectorAll<HTMLElement>('.submenu-list a[href]'),
];

const stopsOf = (row: Element): HTMLElement[] =>
  [...row.querySelectorAll<HTMLElement>(stops)].filter((stop) => !stop.closest('.submenu-list'));

/** Where a key leads within the row; opens the submenu that it enters. */
function withinRow(row: HTMLElement, target: HTMLElement, key: string): HTMLElement | undefined {
  const all = stopsOf(row);
  switch (key) {
    case 'ArrowRight':
      return neighbour(all, target, 1);
    case 'ArrowLeft':
      return neighbour(all, target, -1);
    case 'Home':
      return all[0];
    case 'End':
      return all.at(-1);
    case 'ArrowDown':
    case 'ArrowUp': {
      const details = target.closest('.nav-group')?.querySelector('details');
      if (!details) return undefined;
      details.open = true;
      return linksOf(details).at(key === 'ArrowDown' ? 0 : -1);
    }
    default:
      return undefined;
  }
}

/** Where a key leads within a submenu; up from its first link is its button. */
function withinSubmenu(
  details: HTMLDetailsElement,
  target: HTMLElement,
  key: string,
): HTMLElement | undefined {
  const links = linksOf(details);
  const summary = details.querySelector('summary') ?? undefined;
  switch (key) {
    case 'ArrowDown':
      return neighbour(links, target, 1);
    case 'ArrowUp':
      if (target !== links[0]) return neighbour(links, target, -1);
      closeToSummary(details);
      return summary;
    case 'Home':
      return links[0];
    case 'End':
      return links.at(-1);
    case 'ArrowRight':
    case 'ArrowLeft': {
      const row = details.closest('nav');
      if (!row || !summary) return undefined;
      // Leaving it closes it.
      return neighbour(stopsOf(row), summary, key === 'ArrowRight' ? 1 : -1);
    }
    default:
      return undefined;
  }
}

/**
 * Opens a submenu under a resting mouse and closes it behind one that has left. What was opened by a press
 * stays, and the press that comes just after the mouse has opened it does not close it again.
 */
function followHover(group: Element, details: HTMLDetailsElement, signal: AbortSignal): void {
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
  // The mouse that started the hydration has entered before anybody listened.
  if (matchMedia('(hover: hover)').matches && group.matches(':hover')) enter();
}

function isMouse(event: Event): boolean {
  return event instanceof PointerEvent && event.pointerType === 'mouse';
}
