import { hasModifier, neighbor } from '../../shared/islands/arrowKeys.ts';
import { closeToSummary, closeWhenLeft } from './dismissal.ts';

/** How long the mouse rests on an entry before its submenu opens, and is away before the submenu closes. */
const openAfterMs = 90;
const closeAfterMs = 280;

const stops = 'a[href], summary';

/**
 * Enhances the menu's row: submenus open on hover, on a click and on Arrow Down or Up; arrow keys, Home and End move
 * within the row and within a submenu; Escape, moving the focus out and a press outside close a submenu.
 */
export function enhanceRow(row: HTMLElement): void {
  for (const group of row.querySelectorAll('.nav-group')) {
    const details = group.querySelector('details');
    if (!details) continue;
    followHover(group, details);
    closeWhenLeft(details, group);
  }
  row.addEventListener('keydown', (event) => {
    if (hasModifier(event)) return;
    const { target, key } = event;
    if (!(target instanceof HTMLElement)) return;
    const submenu = target.closest('.submenu-list')?.closest('details');
    const next = submenu ? withinSubmenu(submenu, target, key) : withinRow(row, target, key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
}

const linksOf = (submenu: Element): HTMLElement[] => [
  ...submenu.querySelectorAll<HTMLElement>('.submenu-list a[href]'),
];

const stopsOf = (row: Element): HTMLElement[] =>
  [...row.querySelectorAll<HTMLElement>(stops)].filter((stop) => !stop.closest('.submenu-list'));

/** The element that a key moves to within the row; opens the submenu that it enters. */
function withinRow(row: HTMLElement, target: HTMLElement, key: string): HTMLElement | undefined {
  const all = stopsOf(row);
  switch (key) {
    case 'ArrowRight':
      return neighbor(all, target, 1);
    case 'ArrowLeft':
      return neighbor(all, target, -1);
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

/** The element that a key moves to within a submenu; up from the first link is the summary. */
function withinSubmenu(
  details: HTMLDetailsElement,
  target: HTMLElement,
  key: string,
): HTMLElement | undefined {
  const links = linksOf(details);
  const summary = details.querySelector('summary') ?? undefined;
  switch (key) {
    case 'ArrowDown':
      return neighbor(links, target, 1);
    case 'ArrowUp':
      if (target !== links[0]) return neighbor(links, target, -1);
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
      // Moving the focus out closes the submenu.
      return neighbor(stopsOf(row), summary, key === 'ArrowRight' ? 1 : -1);
    }
    default:
      return undefined;
  }
}

/**
 * Opens a submenu while the mouse rests on its entry and closes it after the mouse has left. A submenu that was opened
 * by a click or holds the focus stays open, and a click right after hover has opened it does not close it.
 */
function followHover(group: Element, details: HTMLDetailsElement): void {
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
      if (byHover && !details.querySelector('.submenu-list :focus')) details.open = false;
    });

  group.addEventListener('pointerenter', (event) => isMouse(event) && enter());
  group.addEventListener('pointerleave', (event) => isMouse(event) && leave());
  details.querySelector('summary')?.addEventListener('click', (event) => {
    if (!byHover || !details.open) return;
    event.preventDefault();
    byHover = false;
  });
  details.addEventListener('toggle', () => {
    if (!details.open) byHover = false;
  });
  // The mouse movement that loaded this happened before the listeners were added.
  if (matchMedia('(hover: hover)').matches && group.matches(':hover')) enter();
}

function isMouse(event: Event): boolean {
  return event instanceof PointerEvent && event.pointerType === 'mouse';
}
