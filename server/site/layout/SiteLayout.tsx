import { type ReactNode, Suspense, use } from 'react';
import type { ReviewFilter } from '../../content/collections/reviews.ts';
import { Loading } from '../components/Loading.tsx';
import { PreviewBar } from '../editing.tsx';
import { Reviews } from './Reviews.tsx';
import { SiteFooterContent } from './SiteFooter.tsx';
import { SiteHeaderContent } from './SiteHeader.tsx';
import { SiteNotices } from './SiteNotices.tsx';

interface SiteLayoutProps {
  /** A promise until the process's first load of content is complete. */
  readonly page: ReactNode | Promise<ReactNode>;
  readonly reviews: ReviewFilter;
}

/** The layout around every page. */
export function SiteLayout({ page, reviews }: SiteLayoutProps) {
  return (
    <>
      <a className="skip-link button" href="#main">
        Skip to content
      </a>
      <PreviewBar />
      <SiteNotices />
      <header className="site-header">
        <SiteHeaderContent />
      </header>
      <main id="main" tabIndex={-1}>
        {page instanceof Promise ? (
          <Suspense fallback={<Loading />}>
            <AwaitedPage page={page} />
          </Suspense>
        ) : (
          page
        )}
      </main>
      <Reviews filter={reviews} />
      <footer className="site-footer">
        <SiteFooterContent />
      </footer>
      {/* Its presence shows that the footer is complete, see measure.css. */}
      <div hidden />
    </>
  );
}

function AwaitedPage({ page }: { readonly page: Promise<ReactNode> }) {
  return use(page);
}
