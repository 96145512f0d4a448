import { hasChanges } from '../../shared/islands/changedFields.ts';
import { recall, remember } from '../../shared/islands/tabMemory.ts';

/** Session storage key of the build for which this tab has been reloaded. */
const reloadedKey = 'reloadedForBuild';

/**
 * Handles an island whose code cannot be loaded. Most likely the site was deployed while the tab was open and the old
 * files are gone, so that a reload helps. A tab is reloaded at most once per build, which prevents a loop; not while
 * offline, where the loaded page is better than none; and not if the visitor has typed or chosen anything.
 *
 * @param build identifies the build: the address of its entry
 */
export function reloadForMissingChunk(build: string): void {
  if (!navigator.onLine || hasChanges(document)) return;
  if (recall(reloadedKey) === build) return;
  remember(reloadedKey, build);
  // If the write did not succeed, nothing would stop a reload loop.
  if (recall(reloadedKey) === build) location.reload();
}
