// A block that was still awaited when the document ended will not come any more: its Loading text gives
// way to the notice with a way to reload that the server sent along with it.
function revealLateNotices(): void {
  for (const pending of document.querySelectorAll('.pending')) {
    pending.querySelector('.pending-text')?.setAttribute('hidden', '');
    pending.querySelector('.pending-notice')?.removeAttribute('hidden');
  }
}

if (document.readyState === 'complete') revealLateNotices();
else addEventListener('load', revealLateNotices);
