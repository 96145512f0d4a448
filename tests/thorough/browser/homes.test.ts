import { expect, it, onTestFinished } from 'vitest';
import { themes } from '../../../shared/themes.ts';
import { accessibilityProblems, phone, visitSite } from '../../support/browserPage.ts';
import { seen, worstContrast } from '../../support/contrast.ts';

const visit = visitSite({ environment: { BOOKING_SITE_URL: 'https://stay.ridge.example/' } });

it('without script a picture opens with the keyboard and closes with Escape or its button', async () => {
  const { page } = await visit.open('/rentals/meadow-cabin', { javaScriptEnabled: false });
  const button = page.locator('.gallery-open').nth(1);
  await button.focus();
  await page.keyboard.press('Enter');
  const view = page.locator('.gallery-view');
  await view.waitFor({ state: 'visible' });
  // It begins with the first picture.
  await expect
    .poll(() => page.locator('#picture-1').boundingBox())
    .toMatchObject({ x: 0, y: 0, width: 1280, height: 900 });
  await page.keyboard.press('Escape');
  await view.waitFor({ state: 'hidden' });
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  await button.click();
  await view.locator('.gallery-close').click();
  await view.waitFor({ state: 'hidden' });
});

it('axe finds nothing in an enlarged picture', async () => {
  const { page } = await visit.open('/rentals/meadow-cabin');
  await page.locator('.gallery-open').first().click();
  await page.locator('.gallery-view').waitFor({ state: 'visible' });
  expect(await accessibilityProblems(page)).toEqual([]);
});

it('pictures are not loaded in another size before they are enlarged', async () => {
  const { page, requested } = await visit.open('/rentals/meadow-cabin');
  await page.waitForLoadState('networkidle');
  const pictures = requested.filter((path) => path.includes('/media/'));
  expect(new Set(pictures).size).toBe(pictures.length);
});

it('on a phone the pictures are one row that scrolls sideways, and the page does not', async () => {
  const { page } = await visit.open('/rentals/river-bend-lodge', phone);
  const measured = await page.evaluate(() => {
    const row = document.querySelector('.gallery-pictures');
    return {
      page: document.documentElement.scrollWidth - innerWidth,
      row: (row?.scrollWidth ?? 0) > (row?.clientWidth ?? 0),
    };
  });
  expect(measured).toEqual({ page: 0, row: true });
});

it('keeps the names of compared homes in sight while the facts are scrolled', async () => {
  const { page } = await visit.open('/rentals', phone);
  const table = page.locator('.compared-homes');
  const lefts = async () => {
    const boxes = [table, table.locator('tbody th').first(), table.locator('tbody td').first()];
    const [left = 0, ...others] = await Promise.all(
      boxes.map(async (box) => (await box.boundingBox())?.x ?? 0),
    );
    return others.map((x) => Math.round(x - left));
  };
  const [name, fact = 0] = await lefts();
  await table.evaluate((box) => box.scrollTo({ left: 200, behavior: 'instant' }));
  expect(await lefts()).toEqual([name, fact - 200]);
});

it.each([360, 390])('each compared home has its whole price beside its name at %i px', async (width) => {
  const { page } = await visit.open('/rentals', { ...phone, viewport: { width, height: 800 } });
  const prices = page.locator('.compared-homes tbody td:nth-child(2)');
  const rights = await prices.evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().right));
  expect(Math.max(...rights)).toBeLessThanOrEqual(width - 20);
  expect(await prices.first().textContent()).toBe('$499.50, 2 nights');
});

it.each([390, 768, 1000, 1280])('the dates of a home are as wide as its guests at %i px', async (width) => {
  const { page } = await visit.open('/rentals/meadow-cabin', { viewport: { width, height: 900 } });
  const fields = page.locator('.home-panel .booking-search-fields > .field');
  const edges = await fields.evaluateAll((all) =>
    all.map((field) => {
      const { left, right } = field.getBoundingClientRect();
      return [Math.round(left), Math.round(right)];
    }),
  );
  const [checkIn, checkOut, guests] = edges;
  expect([checkIn?.[0], checkOut?.[1]]).toEqual(guests);
});

it.each([390, 640, 768, 960, 1280])('the search of homes ends with its button at %i px', async (width) => {
  const { page } = await visit.open('/rentals', { viewport: { width, height: 900 } });
  const gap = await page.locator('.booking-bar .booking-search-fields').evaluate((row) => {
    const button = row.querySelector('.button')?.getBoundingClientRect();
    return row.getBoundingClientRect().right - (button?.right ?? 0);
  });
  expect(Math.abs(gap)).toBeLessThan(1);
});

it.each([2, 3, 4, 5])(
  'beside each other, %i pictures are all shown, and no larger than they are loaded',
  async (count) => {
    onTestFinished(() => visit.reset());
    const { homes } = visit.site.contentService.rows;
    const pictures = homes.flatMap((home) => (Array.isArray(home.pictures) ? home.pictures : []));
    Object.assign(homes.find(({ slug }) => slug === 'meadow-cabin') ?? {}, {
      pictures: pictures.slice(0, count),
    });
    await visit.site.content.load(['homes'], true);
    const { page } = await visit.open('/rentals/meadow-cabin', { pictures: true });
    await page.waitForLoadState('networkidle');
    // The natural width of a picture with `sizes` is the one that `sizes` says.
    const fits = await page
      .locator('.gallery-pictures img:visible')
      .evaluateAll((images) =>
        images.map((image) => Reflect.get(image, 'naturalWidth') >= image.getBoundingClientRect().width - 2),
      );
    expect(fits).toEqual(Array(count).fill(true));
  },
);

it.each([
  ['/rentals/meadow-cabin', '.home-panel', { width: 1366, height: 650 }],
  ['/rentals/meadow-cabin', '.home-panel', { width: 1100, height: 750 }],
  ['/services/property-management', '.included', { width: 1366, height: 550 }],
])('on %s the last link of %s can be seen in a window of %j', async (path, panel, viewport) => {
  const { page } = await visit.open(path, { viewport });
  const bottom = await page
    .locator(`${panel} > a`)
    .last()
    .evaluate((link) => {
      scrollTo(0, link.getBoundingClientRect().bottom - innerHeight);
      return link.getBoundingClientRect().bottom;
    });
  expect(Math.floor(bottom)).toBeLessThanOrEqual(viewport.height);
});

it('on paper every picture of a home is shown whole', async () => {
  const { pictures } =
    visit.site.contentService.rows.homes.find(({ slug }) => slug === 'river-bend-lodge') ?? {};
  const { page } = await visit.open('/rentals/river-bend-lodge');
  // As wide as a sheet of A4 within its margins.
  await page.setViewportSize({ width: 718, height: 1016 });
  await page.emulateMedia({ media: 'print' });
  const edges = await page
    .locator('.gallery-pictures > li > .picture')
    .evaluateAll((pictures) => pictures.map((picture) => picture.getBoundingClientRect().right));
  expect(edges).toHaveLength(Array.isArray(pictures) ? pictures.length : -1);
  expect(Math.max(...edges)).toBeLessThanOrEqual(718);
});

it('the facts on cards side by side are on one line', async () => {
  const { page } = await visit.open('/rentals/river-bend-lodge');
  await page.setViewportSize({ width: 1024, height: 900 });
  const lines = await page
    .locator('.home-card .home-facts')
    .evaluateAll((facts) => facts.map((list) => Math.round(list.getBoundingClientRect().top)));
  expect(lines).toHaveLength(3);
  expect(new Set(lines).size).toBe(1);
});

it.each([1, 2, 3, 4])('a list of %i homes fills the width of its page', async (count) => {
  onTestFinished(() => visit.reset());
  const { pages, homes } = visit.site.contentService.rows;
  const published = homes.filter(({ status }) => status === 'published');
  const chosen = published.slice(0, count).map(({ slug }) => slug);
  Object.assign(pages.find(({ slug }) => slug === 'second-homes') ?? {}, {
    blocks: [{ id: 1, collection: 'block_choice', item: { id: 1, title: 'Homes', homes: chosen.join() } }],
  });
  await visit.site.content.load(['pages'], true);
  const { page } = await visit.open('/second-homes');
  const list = page.locator('.home-list');
  const gap = await list.evaluate((element) => {
    const last = element.querySelector(':scope > :last-child')?.getBoundingClientRect();
    return element.getBoundingClientRect().right - (last?.right ?? 0);
  });
  expect(await list.locator('> li').count()).toBe(count);
  expect(Math.abs(gap)).toBeLessThan(1);
});

it.each([[{}], [{ forcedColors: 'active', colorScheme: 'dark' }] as const])(
  'the bars of the prices by month stand out in every theme: %j',
  async (options) => {
    const { page } = await visit.open('/rentals/meadow-cabin', options);
    const ratios: Record<string, number> = {};
    for (const { key } of themes) {
      await page.evaluate((theme) => {
        document.documentElement.dataset.theme = theme;
      }, key);
      const [bars] = await seen(page, ['.month-prices summary > svg']);
      ratios[key] = worstContrast(bars?.color ?? '', bars?.grounds ?? []);
    }
    expect(Object.entries(ratios).filter(([, ratio]) => ratio < 3)).toEqual([]);
    expect(Object.keys(ratios)).toHaveLength(4);
  },
);
