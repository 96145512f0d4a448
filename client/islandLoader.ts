import type { IslandName } from '../shared/islands/islandRegistry.ts';
import { savesData, whenIdle, whenStirred, whenVisible } from './hydration/idle.ts';
import { keepClicks } from './hydration/keptClicks.ts';
import { recoverLostCode } from './hydration/lostCode.ts';
import { reportError } from './hydration/reportError.ts';
import { isIslandName, islands } from './islands.ts';

/** What the first touch of an island looks like, before any click. */
const firstTouches = ['pointerover', 'touchstart', 'focusin'] as const;

const taken = new WeakSet<Element>();

/** Looks after the islands that are new in the document. */
export function takeIslands(): void {
  for (const root of document.querySelectorAll<HTMLElement>('[data-island]')) {
    // React moves a late segment out of its hidden holder; an island in there is not the one to keep.
    if (taken.has(root) || root.closest('[hidden]')) continue;
    taken.add(root);
    watch(root);
  }
}

/** Arranges for one island to come alive at its time, once. */
function watch(root: HTMLElement): void {
  const { island: name, props = '{}' } = root.dataset;
  if (!isIslandName(name)) return;
  const { schedule, restores, area } = islands[name];
  let started: Promise<boolean> | undefined;
  const start = () => {
    // After a failure the next touch tries again.
    started ??= bringToLife(root, name, props).then((alive) => {
      if (!alive) started = undefined;
      else touches.abort();
      return alive;
    });
    return started;
  };

  if (schedule === 'idle' || restores?.()) whenIdle(start);
  // The wrapper has no box of its own (display: contents), so its content is what is seen.
  // Not before the page has loaded: its pictures and letters go first.
  else if (schedule === 'visible') whenVisible(root.firstElementChild ?? root, () => whenIdle(start));
  else if (!savesData())
    whenStirred(() => void (schedule === 'stirred' ? start() : islands[name].load().catch(() => undefined)));

  const touches = new AbortController();
  const { signal } = touches;
  const touched = (area && root.closest(area)) || root;
  for (const type of firstTouches) touched.addEventListener(type, start, { passive: true, signal });
  // An address that this page has given itself before it was reloaded is the island's to answer.
  if (area) addEventListener('popstate', start, { signal });
  keepClicks(root, start);
}

async function bringToLife<Name extends IslandName>(
  root: HTMLElement,
  name: Name,
  props: string,
): Promise<boolean> {
  try {
    const code = await islands[name].load().catch((error: unknown) => {
      recoverLostCode(import.meta.url);
      throw error;
    });
    await code.hydrateIsland(root, name, code.component, JSON.parse(props), reportError);
    root.dataset.alive = '';
    return true;
  } catch (error) {
    // The native markup goes on working.
    reportError(error, { island: name, kind: 'load' });
    return false;
  }
}
