import type { RouteObject } from 'react-router-dom';
import type { SitePage } from './definePage.tsx';
import { SiteLayout } from './layout/SiteLayout.tsx';
import { OpenedView } from './OpenedView.tsx';
import { homePage } from './pages/HomePage.tsx';
import { notFoundPage } from './pages/NotFoundPage.tsx';

/** One line of the site's map. */
export interface SiteRoute {
  /** Names the route in logs and metrics. */
  readonly name: string;
  /** A react-router pattern. */
  readonly path: string;
  readonly page: SitePage;
}

/** The whole site: address, page. The catch-all stands last. */
export const routes: readonly SiteRoute[] = [
  { name: 'home', path: '/', page: homePage },
  { name: 'notFound', path: '*', page: notFoundPage },
];

/** The same as react-router's tree: every page inside the one layout. */
export const routeTree: RouteObject[] = [
  {
    element: <SiteLayout />,
    children: routes.map(({ name, path }) => ({ id: name, path, element: <OpenedView /> })),
  },
];
