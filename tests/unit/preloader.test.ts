import { afterEach, expect, it } from 'vitest';
import { createPreloader } from '../../server/content/preloader.ts';
import { type ContentLayer, createContentLayer, createWitness } from '../support/contentLayer.ts';
import { type ContentService, startContentService } from '../support/contentService.ts';
import { createManualClock, settle } from '../support/manualClock.ts';

let service: ContentService | null = null;
let layer: ContentLayer | null = null;
afterEach(async () => {
  layer?.content.close();
  await service?.close();
});

it('reports an error in the preloader once, and loads everything when it is over', async () => {
  service = await startContentService();
  layer = createContentLayer(service.url);
  const { content } = layer;
  const { log, lines, reports, reportError } = createWitness();
  const clock = createManualClock();
  let isBroken = true;
  const detailsAhead = async () => {
    if (isBroken) throw new Error('broken');
    return (await content.detailsAhead())?.slice(0, 1) ?? null;
  };
  const preloader = createPreloader({
    content: { detailsAhead, onChange: content.onChange },
    log,
    reportError,
    clock,
  });
  preloader.start();
  await settle();
  await clock.advance(5_000);
  expect(reports).toMatchObject([{ error: { message: 'broken' }, context: { kind: 'preload' } }]);
  isBroken = false;
  await clock.advance(10_000);
  await expect
    .poll(async () => {
      await clock.advance(25);
      return lines.at(-1);
    })
    .toMatchObject({ loaded: 1, isComplete: true });
  expect(reports.length).toBe(1);
  preloader.close();
});
