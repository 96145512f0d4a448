import type { EnhancedName, IslandName } from '../shared/islands/islandRegistry.ts';
import type { ErrorContext } from './hydration/hydrateIsland.tsx';
import { onFirstInteraction, savesData, whenIdle, whenVisible } from './hydration/idle.ts';
import { enhanced, isEnhancedName, isIslandName, islands, type Timing } from './islands.ts';

/** The events of a first interaction with an island, before any click. */
const firstInteractions = ['pointerover', 'touchstart', 'focusin'] as const;

const watched = new WeakSet<Element>();

/** Sets up the islands that are new in the document; call again whenever the document has changed. */
export function watchIslands(): void {
  for (const root of document.querySelectorAll<HTMLElement>('[data-island]')) {
    // React moves a late segment out of a hidden container; an island in there is not in its final place yet.
    if (watched.has(root) || root.closest('[hidden]')) continue;
    watched.add(root);
    scheduleHydration(root);
  }
}

/** Schedules the hydration of one island. */
function scheduleHydration(root: HTMLElement): void {
  const { island: name } = root.dataset;
  if (!isIslandName(name) && !isEnhancedName(name)) return;
  const entry = isIslandName(name) ? islands[name] : enhanced[name];
  const { schedule, restores, area }: Timing = entry;
  const untilHydrated = new AbortController();
  const { signal } = untilHydrated;
  let started: Promise<boolean> | undefined;
  const start = () => {
    // After a failure the next interaction tries again; not in Firefox, which remembers a failed import.
    started ??= prepare(root, name).then((hydrated) => {
      if (!hydrated) started = undefined;
      else untilHydrated.abort();
      if (hydrated) root.earlyClick?.click();
      root.earlyClick = undefined;
      return hydrated;
    });
    return started;
  };

  if (schedule === 'idle' || restores?.()) whenIdle(start);
  // Observes the first child, because the wrapper has no box of its own (display: contents).
  // Not before the page has loaded: its pictures and fonts go first.
  else if (schedule === 'visible') whenVisible(root.firstElementChild ?? root, () => whenIdle(start));
  else if (!savesData())
    onFirstInteraction(() => {
      if (schedule === 'pageInteraction') void start();
      else entry.load().catch(() => undefined);
    });

  const target = (area && root.closest(area)) || root;
  for (const type of firstInteractions) target.addEventListener(type, start, { passive: true, signal });
  // After a reload, earlier history entries of this document still need the island to show their content.
  if (area) addEventListener('popstate', start, { signal });
  root.addEventListener('earlyclick', start, { signal });
  if (root.earlyClick) void start();
}

/** Resolves to whether the part is hydrated or enhanced; if not, the server's markup keeps working. */
async function prepare(root: HTMLElement, name: IslandName | EnhancedName): Promise<boolean> {
  try {
    if (isIslandName(name)) await hydrate(root, name);
    else (await enhanced[name].load())(root);
    root.dataset.hydrated = '';
    return true;
  } catch (error) {
    reportError(error, { island: name, kind: 'load' });
    return false;
  }
}

async function hydrate<Name extends IslandName>(root: HTMLElement, name: Name): Promise<void> {
  const { hydrateIsland, component } = await islands[name].load();
  await hydrateIsland(root, name, component, JSON.parse(root.dataset.props ?? '{}'), reportError);
}

/** Reports and logs an unexpected error. Never throws. */
function reportError(error: unknown, context: ErrorContext): void {
  // The inline script queues it until error reporting has started.
  window.noteError?.(error, context);
  console.error(error, context.componentStack ?? '');
}
