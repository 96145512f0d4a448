/** From this scroll position on, in CSS pixels, the header takes its scrolled look. */
const threshold = 50;

/** Marks the document while it is scrolled; the header's look changes, never its size. */
export function markScrolled(): void {
  const { dataset } = document.documentElement;
  const mark = () => {
    if (scrollY > threshold) dataset.scrolled = '';
    else delete dataset.scrolled;
  };
  addEventListener('scroll', mark, { passive: true });
  mark();
}
