// Opens the enlarged gallery of a home at the clicked picture, and navigates it by its links and by keys.

import { isolate } from './islands/isolate.ts';

/** The slides of the enlarged gallery, and the index of the one in the middle of the window. */
function slidesAndCurrent() {
  const slides = [...document.querySelectorAll('.gallery-strip > li')];
  const middle = innerWidth / 2;
  const distances = slides.map((slide) => {
    const { left, right } = slide.getBoundingClientRect();
    return Math.max(left - middle, middle - right, 0);
  });
  return { slides, current: distances.indexOf(Math.min(...distances)) };
}

/** Long enough to hear first that the gallery opened, and then only the picture at which a held key stops. */
const announcementDelayMs = 300;
let announcement: ReturnType<typeof setTimeout> | undefined;

/** Sets what a screen reader announces: the focus need not move when the pictures do. */
function setStatus(text: string): void {
  clearTimeout(announcement);
  document.querySelector('.gallery-view [role=status]')?.replaceChildren(text);
}

/** The number of a slide with the description of its picture, or else with its caption. */
function nameOf(slide: Element, number: number, count: number): string {
  const alt = slide.querySelector('img')?.alt;
  if (alt) return `${number} of ${count}: ${alt}`;
  return slide.querySelector('.gallery-caption > span')?.textContent ?? '';
}

/** Scrolls a slide, by its number from 1, to the middle. A focus on a link of another slide moves along. */
function show(number: number): void {
  const { slides } = slidesAndCurrent();
  const slide = slides[number - 1];
  if (!slide) return;
  slide.scrollIntoView({ behavior: 'instant', inline: 'center', block: 'nearest' });
  clearTimeout(announcement);
  announcement = setTimeout(() => setStatus(nameOf(slide, number, slides.length)), announcementDelayMs);
  const link = document.activeElement?.closest('.gallery-turn');
  if (!link) return;
  const same = slide.querySelector<HTMLElement>(
    link.matches('.gallery-next') ? '.gallery-next' : '.gallery-previous',
  );
  // The first and the last slide have one link only.
  (same ?? slide.querySelector('a'))?.focus({ preventScroll: true });
}

addEventListener('click', (event) => {
  const control = event.target instanceof Element && event.target.closest('.gallery-open, .gallery-turn');
  if (!control) return;
  // The popover opens only after the click event.
  if (control instanceof HTMLButtonElement) requestAnimationFrame(() => show(Number(control.value)));
  else if (control instanceof HTMLAnchorElement) {
    // Keep the address unchanged.
    event.preventDefault();
    show(Number(control.hash.replace(/\D/g, '')));
  }
});

/** Makes only the links of the slide in the middle stops of Tab, so that it does not turn the pictures. */
function leaveOutOtherLinks(): void {
  const { slides, current } = slidesAndCurrent();
  for (const [at, slide] of slides.entries())
    for (const link of slide.querySelectorAll('a')) link.tabIndex = at === current ? 0 : -1;
}

addEventListener('keydown', (event) => {
  if (!document.querySelector('.gallery-view:popover-open')) return;
  if (event.key === 'Tab') leaveOutOtherLinks();
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const { slides, current } = slidesAndCurrent();
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: current,
    ArrowRight: current + 2,
    Home: 1,
    End: slides.length,
  };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  show(target);
});

// Tab brings a picture wholly into view. Browsers scroll only as far as the focused control.
addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && target.matches(':is(.gallery-open, .gallery-turn):focus-visible'))
    target.closest('li')?.scrollIntoView({ behavior: 'instant', inline: 'center', block: 'nearest' });
});

/** The gallery if an event is about it, else null. */
const viewOf = (target: EventTarget | null) =>
  target instanceof Element && target.matches('.gallery-view') ? target : null;
let release = () => {};

/** The gallery covers the whole window: the focus stays within while it is open. */
function hold(view: Element): void {
  // It may be held already: the event that it has opened comes later.
  release();
  release = isolate(view);
}

addEventListener(
  'toggle',
  ({ target, newState }) => {
    const view = viewOf(target);
    if (view && newState === 'open') hold(view);
  },
  true,
);

// Before it closes, so that the button that opened it can take the focus back.
addEventListener(
  'beforetoggle',
  ({ target, newState }) => {
    if (!viewOf(target) || newState !== 'closed') return;
    release();
    // The same picture is announced again when it is opened again.
    setStatus('');
  },
  true,
);

// On a slow network it may have been opened before.
const early = document.querySelector('.gallery-view:popover-open');
if (early) hold(early);
