import { setImmediate as turn } from 'node:timers/promises';
import { collectionNames } from '../content/collections/collections.ts';
import type { LiveContent } from '../content/liveContent.ts';
import type { ParseContext } from '../content/parse/parseContext.ts';
import { isUnreachable, type SiteContent } from '../content/siteContent.ts';
import type { Previews } from '../editors/previews.ts';
import type { Config } from '../process/config.ts';
import type { InspectedPage, PageFinder } from '../render/pageFinder.ts';
import type { PageRenderer } from '../render/renderPage.tsx';
import { fixedPaths, pagesOfContent, sitemapEntries } from '../site/seo/sitemap.ts';
import { diagnose, type Finding, hrefsOf, type SiteFacts } from './diagnose.ts';
import { createRowExaminer } from './examineRows.ts';
import type { OutsideLinks } from './outsideLinks.ts';

/** The doctor's report on the content at one moment. */
export interface DoctorReport {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly findings: readonly Finding[];
  /** Collections that could not be loaded, so that nothing was found in them. */
  readonly unreachable: readonly string[];
  /** External links, and how many of them have been checked so far. */
  readonly outside: { readonly links: number; readonly checked: number };
}

interface PageDoctorOptions {
  readonly content: Pick<LiveContent, 'current' | 'rawContent' | 'firstLoadOver' | 'revision'>;
  readonly finder: Pick<PageFinder, 'inspect'>;
  readonly renderer: Pick<PageRenderer, 'respond'>;
  /** What parsers need besides the facts of files. */
  readonly parseContext: Omit<ParseContext, 'fileFacts'>;
  readonly config: Config;
  readonly outsideLinks: OutsideLinks;
  /** Null: drafts cannot be told from missing pages. */
  readonly previews: Pick<Previews, 'content' | 'tokenProblem'> | null;
}

/** Pages that are inspected in one turn of the event loop. */
const pagesAtOnce = 20;
/** A report is reused for at most this long, because it depends on the date. */
const longestMs = 60_000;

export type PageDoctor = ReturnType<typeof createPageDoctor>;

/** Examines the whole site on request, and keeps the report for a minute, or until content changes. */
export function createPageDoctor(options: PageDoctorOptions) {
  const { content: live, finder, renderer, previews, outsideLinks } = options;
  const origin = options.config.externalApis.frontendUrl;
  // Facts of files change without the rows that show them: the diagnosis looks them up itself.
  const examineRows = createRowExaminer({ ...options.parseContext, fileFacts: () => undefined });
  let last: { revision: string; report: Promise<DoctorReport>; madeAt: number } | null = null;

  const examine = async (): Promise<DoctorReport> => {
    await live.firstLoadOver(3_000);
    const content = live.current();
    const rows = await examineRows(live.rawContent());
    const drafts = await loadDrafts();
    const seen = new Map<string, InspectedPage | { readonly redirect: string }>();
    const at: SiteFacts['at'] = (path) => {
      const known = seen.get(path) ?? finder.inspect(path, content);
      seen.set(path, known);
      return known;
    };
    const pages: SiteFacts['pages'][number][] = [];
    for (const [place, { path }] of sitemapEntries(pagesOfContent(content) ?? []).entries()) {
      if (place % pagesAtOnce === 0) await turn();
      const page = at(path);
      if ('status' in page && page.status === 200) pages.push({ path, ...page });
    }
    const hrefs = rows.flatMap(hrefsOf);
    outsideLinks.setLinks(hrefs.filter((href) => !href.startsWith(origin)));
    const findings = diagnose({
      content,
      rows,
      pages,
      at,
      origin,
      isDraft: (path) => {
        const draft = drafts && finder.inspect(path, drafts);
        return draft !== null && 'status' in draft && draft.status === 200;
      },
      linkedPaths: await findLinkedPaths(),
      deadLinkReason: (address) => outsideLinks.deadLinkReason(address),
      now: Date.now(),
    });
    const unreachable = collectionNames.filter((name) => isUnreachable(content[name]));
    return { at: Date.now(), findings, unreachable, outside: outsideLinks.progress() };
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
      const result = await renderer.respond(path, true, 'doctor');
      const bytes = result.kind === 'buffered' ? result.buffered.ready('identity')?.body : undefined;
      // A link from a page to itself, as in the menu, makes no page reachable.
      for (const [, href = ''] of bytes?.toString('utf8').matchAll(/<a [^>]*?href="(\/[^"?#]*)/g) ?? [])
        if (href !== path) linked.add(href);
      await turn();
    }
    return linked;
  };

  return {
    /** The current report. */
    report(): Promise<DoctorReport> {
      const revision = `${live.revision} ${outsideLinks.revision}`;
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
