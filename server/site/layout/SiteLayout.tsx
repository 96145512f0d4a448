import { Suspense, use } from 'react';
import { Loading } from '../blocks/Loading.tsx';
import { defaultReviews, type SelectedPage } from '../definePage.tsx';
import { PreviewBar } from '../editing.tsx';
import { Reviews } from './Reviews.tsx';
import { SiteFooterContent } from './SiteFooter.tsx';
import { SiteHeaderContent } from './SiteHeader.tsx';
import { SiteNotices } from './SiteNotices.tsx';

/** A page as its layout shows it. */
export type ShownPage = Pick<SelectedPage, 'element' | 'reviews'>;

interface SiteLayoutProps {
  /** A promise until the process's first load of content is complete. */
  readonly page: ShownPage | Promise<ShownPage>;
}

/** The layout around every page. */
export function SiteLayout({ page }: SiteLayoutProps) {
  const isAwaited = page instanceof Promise;
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
        {isAwaited ? (
          <Suspense fallback={<Loading />}>
            <AwaitedPage page={page} />
          </Suspense>
        ) : (
          page.element
        )}
      </main>
      <Reviews filter={isAwaited ? defaultReviews : page.reviews} />
      <footer className="site-footer">
        <SiteFooterContent />
      </footer>
      {/* Its presence shows that the footer is complete, see measure.css. */}
      <div hidden />
    </>
  );
}

function AwaitedPage({ page }: { readonly page: Promise<ShownPage> }) {
  return use(page).element;
}
