import { createContext, type ReactNode, Suspense, use, useContext } from 'react';
import { Outlet } from 'react-router-dom';
import { Loading } from '../blocks/Loading.tsx';
import { PreviewBar } from '../editing.tsx';
import { Reviews } from './Reviews.tsx';
import { SiteFooterContent } from './SiteFooter.tsx';
import { SiteHeaderContent } from './SiteHeader.tsx';
import { SiteNotices } from './SiteNotices.tsx';

/** Puts what a page shows around its element. */
export type ProvidePage = (page: ReactNode) => ReactNode;

/** What the page of this render shows; a promise while the first load of the process is not over, never rejected. */
export const ProvidePageContext = createContext<ProvidePage | Promise<ProvidePage>>((page) => page);

/** What stands around every page. */
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
      {/* Says that the footer is whole, see measure.css. */}
      <div hidden />
    </>
  );
}

function AwaitedPage({ provide }: { readonly provide: Promise<ProvidePage> }) {
  return use(provide)(<Outlet />);
}
