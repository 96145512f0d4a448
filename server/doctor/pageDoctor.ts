import { collectionNames } from '../content/collections/collections.ts';
import type { LiveContent } from '../content/liveContent.ts';
import { isUnreachable, type SiteContent } from '../content/siteContent.ts';
import type { Previews } from '../editors/previews.ts';
import type { Config } from '../process/config.ts';
import { inTurns } from '../process/inTurns.ts';
import type { InspectedPage, PageFinder } from '../render/pageFinder.ts';
import type { PageRenderer } from '../render/renderPage.tsx';
import { fixedPaths, pagesOfContent, sitemapEntries } from '../site/seo/sitemap.ts';
import { type Diagnosis, diagnose, type SiteFacts } from './diagnose.ts';
import { type ExaminedRow, examineRows } from './examineRows.ts';

/** The doctor's report on the content at one moment. */
export interface DoctorReport extends Diagnosis {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Collections that could not be loaded, so that nothing was found in them. */
  readonly unreachable: readonly string[];
}

interface PageDoctorOptions {
  readonly content: Pick<LiveContent, 'current' | 'notedRows' | 'firstLoadOver' | 'revision'>;
  readonly finder: Pick<PageFinder, 'inspect'>;
  readonly renderer: Pick<PageRenderer, 'respond'>;
  readonly config: Config;
  /** Null: drafts cannot be told from missing pages. */
  readonly previews: Pick<Previews, 'content' | 'tokenProblem'> | null;
}

/** A report is reused for at most this long, because it depends on the date. */
const longestMs = 60_000;

export type PageDoctor = ReturnType<typeof createPageDoctor>;

/** Examines the whole site on request, and keeps the report for a minute, or until content changes. */
export function createPageDoctor(options: PageDoctorOptions) {
  const { content: live, finder, renderer, previews } = options;
  const origin = options.config.externalApis.frontendUrl;
  let last: { revision: number; report: Promise<DoctorReport>; madeAt: number } | null = null;

  const examine = async (): Promise<DoctorReport> => {
    await live.firstLoadOver(3_000);
    const content = live.current();
    const rows: ExaminedRow[] = [];
    for await (const row of inTurns(examineRows(live))) rows.push(row);
    const at = inspectorOf(content);
    const drafts = await loadDrafts();
    const inDrafts = drafts && inspectorOf(drafts);
    const pages: SiteFacts['pages'][number][] = [];
    for await (const { path } of inTurns(sitemapEntries(pagesOfContent(content) ?? []))) {
      const page = at(path);
      if (page.status === 200) pages.push({ path, ...page });
    }
    const diagnosis = await diagnose({
      content,
      rows,
      pages,
      at,
      origin,
      isDraft: (path) => inDrafts?.(path).status === 200,
      linkedPaths: await findLinkedPaths(),
      now: Date.now(),
    });
    const unreachable = collectionNames.filter((name) => isUnreachable(content[name]));
    return { at: Date.now(), ...diagnosis, unreachable };
  };

  /** What is at a path, looked up once. */
  const inspectorOf = (content: SiteContent) => {
    const known = new Map<string, InspectedPage>();
    return (path: string): InspectedPage => {
      const page = known.get(path) ?? finder.inspect(path, content);
      known.set(path, page);
      return page;
    };
  };

  /** The content including drafts; null: it cannot be loaded. */
  const loadDrafts = async (): Promise<SiteContent | null> => {
    if (!previews || (await previews.tokenProblem()) !== null) return null;
    const value = await previews.content.load(null, false);
    return typeof value === 'string' ? null : value.content;
  };

  /** The paths that the menu, the footer and the fixed pages link to. */
  const findLinkedPaths = async (): Promise<ReadonlySet<string>> => {
    const linked = new Set<string>();
    for await (const path of inTurns(fixedPaths)) {
      const result = await renderer.respond({ address: path, requestId: 'doctor', mustBeWhole: true });
      const bytes = result.kind === 'buffered' ? result.buffered.ready('identity')?.body : undefined;
      // A link from a page to itself, as in the menu, makes no page reachable.
      for (const [, href = ''] of bytes?.toString('utf8').matchAll(/<a [^>]*?href="(\/[^"?#]*)/g) ?? [])
        if (href !== path) linked.add(href);
    }
    return linked;
  };

  return {
    /** The current report. */
    report(): Promise<DoctorReport> {
      const { revision } = live;
      if (last?.revision !== revision || Date.now() - last.madeAt > longestMs) {
        const report = examine();
        last = { revision, report, madeAt: Date.now() };
        // A failure is not kept.
        report.catch(() => {
          last = null;
        });
      }
      return last.report;
    },
  };
}
