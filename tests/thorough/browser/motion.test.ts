import { describe, expect, it } from 'vitest';
import { newVisitor, visitSite } from '../../support/browserPage.ts';

const visit = visitSite();

/** What moves in the transition from a list to the page of one of its cards. */
async function movedBetween(
  list: string,
  card: string,
  reducedMotion: 'reduce' | 'no-preference',
): Promise<unknown> {
  const context = await newVisitor(visit.browser, { reducedMotion });
  await context.addInitScript(() => {
    addEventListener('pagereveal', (event) => {
      const moved = event.viewTransition?.ready.then(() =>
        document
          .getAnimations()
          .map(({ effect }) => (effect instanceof KeyframeEffect ? (effect.pseudoElement ?? '') : ''))
          .filter((name) => name.startsWith('::view-transition-group'))
          .sort(),
      );
      Object.defineProperty(window, 'movedHere', { value: moved ?? [] });
    });
  });
  const page = await context.newPage();
  await page.goto(visit.site.url + list);
  await page.locator(`a[href="${card}"].card-link`).click();
  await page.waitForURL(`**${card}`);
  // The page is revealed a little after its address has changed.
  await page.waitForFunction('window.movedHere');
  return page.evaluate(() => Reflect.get(window, 'movedHere'));
}

describe('between a list and the page that it leads to', () => {
  it.each([
    ['/services', '/services/snow-removal', 'snow-removal'],
    ['/blog', '/blog/filling-the-quiet-weeks', 'filling-the-quiet-weeks'],
    ['/rentals', '/rentals/meadow-cabin', 'meadow-cabin'],
    ['/rentals', '/rentals/smith-rock-studio', 'smith-rock-studio'],
  ])('from %s, title and picture of %s move, and nothing else', async (list, card, slug) => {
    // Browsers skip a transition when the next page takes too long, as on a busy machine.
    await expect
      .poll(() => movedBetween(list, card, 'no-preference'), { timeout: 60_000 })
      .toEqual([
        `::view-transition-group(picture-${slug})`,
        '::view-transition-group(root)',
        `::view-transition-group(title-${slug})`,
      ]);
  });

  it('nothing moves for visitors who prefer reduced motion', async () => {
    expect(await movedBetween('/services', '/services/snow-removal', 'reduce')).toEqual([]);
  });
});
