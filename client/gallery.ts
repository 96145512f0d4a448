// Opens the enlarged gallery of a home at the clicked picture, and navigates it by its links and by keys.

/** The slides of the enlarged gallery, and the index of the one in the middle of the window. */
function shown() {
  const slides = [...document.querySelectorAll('.gallery-strip > li')];
  const middle = innerWidth / 2;
  const distances = slides.map((slide) => {
    const { left, right } = slide.getBoundingClientRect();
    return Math.max(left - middle, middle - right, 0);
  });
  return { slides, at: distances.indexOf(Math.min(...distances)) };
}

/** Scrolls a slide, by its number from 1, to the middle. */
function show(number: number): void {
  shown().slides[number - 1]?.scrollIntoView({ behavior: 'instant', inline: 'center', block: 'nearest' });
}

addEventListener('click', (event) => {
  const control = event.target instanceof Element && event.target.closest('.gallery-open, .gallery-turn');
  if (!control) return;
  // The popover opens only after the click event.
  if (control instanceof HTMLButtonElement) requestAnimationFrame(() => show(Number(control.value)));
  else if (control instanceof HTMLAnchorElement) {
    // Keep the address unchanged.
    event.preventDefault();
    show(Number(control.hash.replace(/\D/g, '')));
  }
});

addEventListener('keydown', (event) => {
  if (!document.querySelector('.gallery-view:popover-open')) return;
  const { slides, at } = shown();
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: at,
    ArrowRight: at + 2,
    Home: 1,
    End: slides.length,
  };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  show(target);
});
