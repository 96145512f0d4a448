/** From this scroll position on, in CSS pixels, the header takes its scrolled look. */
const threshold = 50;

/** Marks the header while the page is scrolled; its look changes, never its size. */
export function markScrolled(): void {
  let scrolled = false;
  const mark = () => {
    if (scrollY > threshold === scrolled) return;
    scrolled = !scrolled;
    document.querySelector('.site-header')?.toggleAttribute('data-scrolled', scrolled);
  };
  addEventListener('scroll', mark, { passive: true });
  mark();
}
