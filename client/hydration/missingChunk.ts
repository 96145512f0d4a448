import { recall, remember } from '../../shared/islands/tabMemory.ts';

/** The key of session storage that names the build for which this tab has been reloaded. */
const reloadedKey = 'reloadedForBuild';

/**
 * Handles an island whose code cannot be loaded. Most likely the site was deployed while the tab was open, and the
 * old files are gone: the new page names the new ones. A tab is reloaded for that once a build, so it can never
 * loop; not offline, where the page that is there is better than none; and not over anything typed.
 *
 * @param build identifies the build: the address of its entry
 */
export function reloadForMissingChunk(build: string): void {
  if (!navigator.onLine || holdsTypedText()) return;
  if (recall(reloadedKey) === build) return;
  remember(reloadedKey, build);
  // Storage that forgets at once could not stop a loop.
  if (recall(reloadedKey) === build) location.reload();
}

function holdsTypedText(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  return [...fields].some((field) => {
    const isChoice = field.type === 'checkbox' || field.type === 'radio';
    if (isChoice) return 'checked' in field && field.checked !== field.defaultChecked;
    return field.value !== field.defaultValue;
  });
}
