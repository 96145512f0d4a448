// Opens the enlarged pictures of a home at the one that was pressed, and turns them by their links and by keys.

/** The pictures of the enlargement, and the place of the one that stands in the middle. */
function shown() {
  const slides = [...document.querySelectorAll('.gallery-strip > li')];
  const middle = innerWidth / 2;
  const distances = slides.map((slide) => {
    const { left, right } = slide.getBoundingClientRect();
    return Math.max(left - middle, middle - right, 0);
  });
  return { slides, at: distances.indexOf(Math.min(...distances)) };
}

/** Brings a picture, by its number from 1, into the middle. */
function show(number: number): void {
  shown().slides[number - 1]?.scrollIntoView({ behavior: 'instant', inline: 'center', block: 'nearest' });
}

addEventListener('click', (event) => {
  const control = event.target instanceof Element && event.target.closest('.gallery-open, .gallery-turn');
  if (!control) return;
  // The press opens the enlargement after its event.
  if (control instanceof HTMLButtonElement) requestAnimationFrame(() => show(Number(control.value)));
  else if (control instanceof HTMLAnchorElement) {
    // The address does not change with each picture.
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
