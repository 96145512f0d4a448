import { Outlet } from 'react-router-dom';
import { Reviews } from './Reviews.tsx';
import { SiteFooter } from './SiteFooter.tsx';
import { SiteHeader } from './SiteHeader.tsx';

/** What stands around every page. */
export function SiteLayout() {
  return (
    <>
      <a className="skip-link button" href="#main">
        Skip to content
      </a>
      <SiteHeader />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Reviews />
      <SiteFooter />
    </>
  );
}
