/**
 * A block that is still awaited when the document has ended will not come any more: its Loading text then
 * gives way to the notice, with a link to reload, that the server sent along with it.
 */
export function revealLateNotices(): void {
  for (const pending of document.querySelectorAll('.pending')) {
    pending.querySelector('.pending-text')?.setAttribute('hidden', '');
    pending.querySelector('.pending-notice')?.removeAttribute('hidden');
  }
}
