import type { IslandName } from '../shared/islandRegistry.ts';
import { isIslandName, islands } from './islands.ts';
import { reportError } from './reportError.ts';

/** What the first touch of an island looks like, before any click. */
const firstTouches = ['pointerover', 'touchstart', 'focusin'] as const;

/** Looks after the islands of the page: those that are there, and those that a stream still brings. */
export function startIslands(): void {
  const found = new Set<Element>();
  const takeNew = () => {
    for (const root of document.querySelectorAll<HTMLElement>('[data-island]')) {
      // React moves a late segment out of its hidden holder; an island in there is not the one to keep.
      if (found.has(root) || root.closest('[hidden]')) continue;
      found.add(root);
      watch(root);
    }
  };
  takeNew();
  if (document.readyState === 'complete') return;
  const observer = new MutationObserver(takeNew);
  observer.observe(document, { childList: true, subtree: true });
  addEventListener(
    'load',
    () => {
      observer.disconnect();
      takeNew();
    },
    { once: true },
  );
}

/** Arranges for one island to come alive at its time, once. */
function watch(root: HTMLElement): void {
  const { island: name, props = '{}' } = root.dataset;
  if (!isIslandName(name)) return;
  const { schedule } = islands[name];
  let started: Promise<void> | undefined;
  const start = () => {
    started ??= bringToLife(root, name, props);
    return started;
  };

  if (schedule === 'idle') whenIdle(start);
  else if (schedule === 'visible') whenVisible(root, start);
  else if (!savesData()) whenIdle(() => fetchCode(name));

  for (const type of firstTouches) root.addEventListener(type, start, { once: true, passive: true });
  keepClicks(root, start);
}

async function bringToLife<Name extends IslandName>(
  root: HTMLElement,
  name: Name,
  props: string,
): Promise<void> {
  try {
    const [{ hydrateIsland }, component] = await fetchCode(name);
    await hydrateIsland(root, name, component, JSON.parse(props));
    root.dataset.alive = '';
  } catch (error) {
    // Most likely the code could not be fetched. The native markup goes on working.
    reportError(error, { island: name, kind: 'load' });
  }
}

function fetchCode<Name extends IslandName>(name: Name) {
  return Promise.all([import('./hydrateIsland.tsx'), islands[name].load()]);
}

/**
 * A button of an island does nothing before the island is alive: its last click is repeated then. Links and
 * forms need no help, since they work by themselves.
 */
function keepClicks(root: HTMLElement, start: () => Promise<void>): void {
  root.addEventListener(
    'click',
    (event) => {
      if (root.dataset.alive !== undefined || !event.isTrusted) return;
      const button = event.target instanceof Element ? event.target.closest('button[type="button"]') : null;
      if (!(button instanceof HTMLElement)) return;
      event.stopPropagation();
      void start().then(() => {
        if (root.dataset.alive !== undefined) button.click();
      });
    },
    { capture: true },
  );
}

function whenIdle(run: () => unknown): void {
  const later = () =>
    'requestIdleCallback' in window ? requestIdleCallback(() => run()) : setTimeout(run, 200);
  if (document.readyState === 'complete') later();
  else addEventListener('load', later, { once: true });
}

function whenVisible(root: HTMLElement, run: () => unknown): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      run();
    },
    { rootMargin: '200px' },
  );
  // The wrapper has no box of its own (display: contents), so its content is what is seen.
  observer.observe(root.firstElementChild ?? root);
}

/** Visitors who pay by the byte get an island's code when they ask for it. */
function savesData(): boolean {
  return matchMedia('(prefers-reduced-data: reduce)').matches || connectionSavesData();
}

function connectionSavesData(): boolean {
  if (!('connection' in navigator)) return false;
  const { connection } = navigator;
  return (
    typeof connection === 'object' &&
    connection !== null &&
    'saveData' in connection &&
    connection.saveData === true
  );
}
