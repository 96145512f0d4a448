import { createContext, type ReactNode, Suspense, use, useContext } from 'react';
import { Outlet } from 'react-router-dom';
import { Loading } from '../blocks/Loading.tsx';
import { PreviewBar } from '../editing.tsx';
import { Reviews } from './Reviews.tsx';
import { SiteFooterContent } from './SiteFooter.tsx';
import { SiteHeaderContent } from './SiteHeader.tsx';
import { SiteNotices } from './SiteNotices.tsx';

/** Wraps a page's element in the context with what the page shows. */
export type ProvidePage = (page: ReactNode) => ReactNode;

/** Wraps the page of the current render; a promise until the process's first load of content is complete. */
export const ProvidePageContext = createContext<ProvidePage | Promise<ProvidePage>>((page) => page);

/** The layout around every page. */
export function SiteLayout() {
  const provide = useContext(ProvidePageContext);
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
        {provide instanceof Promise ? (
          <Suspense fallback={<Loading notice="section" />}>
            <AwaitedPage provide={provide} />
          </Suspense>
        ) : (
          provide(<Outlet />)
        )}
      </main>
      {provide instanceof Promise ? <Reviews /> : provide(<Reviews />)}
      <footer className="site-footer">
        <SiteFooterContent />
      </footer>
      {/* Its presence shows that the footer is complete, see measure.css. */}
      <div hidden />
    </>
  );
}

function AwaitedPage({ provide }: { readonly provide: Promise<ProvidePage> }) {
  return use(provide)(<Outlet />);
}
