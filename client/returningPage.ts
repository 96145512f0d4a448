/** A page that comes back from the back/forward cache shows no menu that was left open. */
export function closeOnReturn(): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    for (const open of document.querySelectorAll('.site-header details[open]')) open.removeAttribute('open');
  });
}
