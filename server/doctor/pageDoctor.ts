import { setImmediate as letRequestsRun } from 'node:timers/promises';
import { collectionNames } from '../content/collections/collections.ts';
import type { LiveContent } from '../content/liveContent.ts';
import { isUnreachable, type SiteContent } from '../content/siteContent.ts';
import type { Previews } from '../editors/previews.ts';
import type { Config } from '../process/config.ts';
import type { InspectedPage, PageFinder } from '../render/pageFinder.ts';
import type { PageRenderer } from '../render/renderPage.tsx';
import { fixedPaths, pagesOfContent, sitemapEntries } from '../site/seo/sitemap.ts';
import { diagnose, type Finding, type SiteFacts } from './diagnose.ts';
import { type ExaminedRow, examineRows } from './examineRows.ts';

/** The doctor's report on the content at one moment. */
export interface DoctorReport {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The first ones of each kind. */
  readonly findings: readonly Finding[];
  /** How many there are of each kind. */
  readonly counts: Readonly<Record<string, number>>;
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

/** Rows that are examined, and pages that are inspected, in one turn of the event loop. */
const rowsAtOnce = 10;
const pagesAtOnce = 20;
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
    for (const row of examineRows(live)) {
      if (rows.push(row) % rowsAtOnce === 0) await letRequestsRun();
    }
    const drafts = await loadDrafts();
    const drafted = new Map<string, boolean>();
    const seen = new Map<string, InspectedPage | { readonly redirect: string }>();
    const at: SiteFacts['at'] = (path) => {
      const known = seen.get(path) ?? finder.inspect(path, content);
      seen.set(path, known);
      return known;
    };
    const pages: SiteFacts['pages'][number][] = [];
    for (const [index, { path }] of sitemapEntries(pagesOfContent(content) ?? []).entries()) {
      if (index % pagesAtOnce === 0) await letRequestsRun();
      const page = at(path);
      if ('status' in page && page.status === 200) pages.push({ path, ...page });
    }
    const diagnosis = await diagnose({
      content,
      rows,
      pages,
      at,
      origin,
      isDraft: (path) => {
        const known = drafted.get(path);
        if (known !== undefined) return known;
        const draft = drafts && finder.inspect(path, drafts);
        const isDraft = draft !== null && 'status' in draft && draft.status === 200;
        drafted.set(path, isDraft);
        return isDraft;
      },
      linkedPaths: await findLinkedPaths(),
      now: Date.now(),
    });
    const unreachable = collectionNames.filter((name) => isUnreachable(content[name]));
    return { at: Date.now(), ...diagnosis, unreachable };
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
    for (const path of fixedPaths) {
      const result = await renderer.respond({ address: path, requestId: 'doctor', mustBeWhole: true });
      const bytes = result.kind === 'buffered' ? result.buffered.ready('identity')?.body : undefined;
      // A link from a page to itself, as in the menu, makes no page reachable.
      for (const [, href = ''] of bytes?.toString('utf8').matchAll(/<a [^>]*?href="(\/[^"?#]*)/g) ?? [])
        if (href !== path) linked.add(href);
      await letRequestsRun();
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
