import { Outlet } from 'react-router-dom';

/** What stands around every page. */
export function SiteLayout() {
  return (
    <main id="main" tabIndex={-1}>
      <Outlet />
    </main>
  );
}
