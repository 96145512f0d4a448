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
  try {
    if (sessionStorage.getItem(reloadedKey) === build) return;
    sessionStorage.setItem(reloadedKey, build);
    // Storage that forgets at once could not stop a loop.
    if (sessionStorage.getItem(reloadedKey) !== build) return;
  } catch {
    return;
  }
  location.reload();
}

function holdsTypedText(): boolean {
  for (const field of document.querySelectorAll('input, textarea')) {
    if (field instanceof HTMLTextAreaElement && field.value !== field.defaultValue) return true;
    if (!(field instanceof HTMLInputElement)) continue;
    if (field.checked !== field.defaultChecked) return true;
    // A checkbox without a value reports one all the same ("on"), and no one types in it.
    if (field.type !== 'checkbox' && field.type !== 'radio' && field.value !== field.defaultValue)
      return true;
  }
  return false;
}
