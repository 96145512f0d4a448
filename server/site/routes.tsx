import {
  aboutPath,
  blogCategoriesPath,
  blogPath,
  blogTagsPath,
  contactPath,
  frontPath,
  privacyPath,
  rentalsPath,
  searchPath,
  searchRentalsPath,
  sentryExamplePath,
  servicesPath,
  strManagementPath,
  stylePath,
} from '../../shared/paths.ts';
import type { SitePage } from './definePage.tsx';
import { aboutPage } from './pages/AboutPage.tsx';
import { blogPage } from './pages/BlogPage.tsx';
import { contactPage } from './pages/ContactPage.tsx';
import { notFoundPage } from './pages/ErrorPage.tsx';
import { frontPage } from './pages/FrontPage.tsx';
import { landingPage } from './pages/LandingPage.tsx';
import { postPage } from './pages/PostPage.tsx';
import { privacyPage } from './pages/PrivacyPage.tsx';
import { rentalPage } from './pages/RentalPage.tsx';
import { rentalsPage } from './pages/RentalsPage.tsx';
import { searchPage } from './pages/SearchPage.tsx';
import { searchRentalsPage } from './pages/SearchRentalsPage.tsx';
import { sentryExamplePage } from './pages/SentryExamplePage.tsx';
import { servicePage } from './pages/ServicePage.tsx';
import { servicesPage } from './pages/ServicesPage.tsx';
import { strManagementPage } from './pages/StrManagementPage.tsx';
import { stylePage } from './pages/StylePage.tsx';
import { blogCategoriesPage, blogTagsPage } from './pages/TaxonomyPages.tsx';
import { blogAuthorPage, blogCategoryPage, blogTagPage, blogYearPage } from './pages/TermPages.tsx';

/** One entry of the route table. */
export interface SiteRoute {
  /** Names the route in logs and metrics. */
  readonly name: string;
  /** A react-router pattern. A parameter `slug` is that of a row; any other is a term in its canonical spelling. */
  readonly path: string;
  readonly page: SitePage;
  /** Exists only if `DEV_PAGES` is on. */
  readonly devOnly?: true;
}

/** The route table of the whole site. The catch-all is last. */
const table = [
  { name: 'front', path: frontPath, page: frontPage },
  { name: 'about', path: aboutPath, page: aboutPage },
  { name: 'services', path: servicesPath, page: servicesPage },
  { name: 'service', path: `${servicesPath}/:slug`, page: servicePage },
  { name: 'strManagement', path: strManagementPath, page: strManagementPage },
  { name: 'rentals', path: rentalsPath, page: rentalsPage },
  { name: 'rental', path: `${rentalsPath}/:slug`, page: rentalPage },
  { name: 'searchRentals', path: searchRentalsPath, page: searchRentalsPage },
  { name: 'search', path: searchPath, page: searchPage },
  { name: 'blog', path: blogPath, page: blogPage },
  { name: 'blogCategories', path: blogCategoriesPath, page: blogCategoriesPage },
  { name: 'blogTags', path: blogTagsPath, page: blogTagsPage },
  { name: 'blogCategory', path: `${blogPath}/category/:category`, page: blogCategoryPage },
  { name: 'blogTag', path: `${blogPath}/tag/:tag`, page: blogTagPage },
  { name: 'blogYear', path: `${blogPath}/year/:year`, page: blogYearPage },
  { name: 'blogAuthor', path: `${blogPath}/author/:author`, page: blogAuthorPage },
  { name: 'post', path: `${blogPath}/:slug`, page: postPage },
  { name: 'contact', path: contactPath, page: contactPage },
  { name: 'privacy', path: privacyPath, page: privacyPage },
  { name: 'sentryExample', path: sentryExamplePath, page: sentryExamplePage, devOnly: true },
  { name: 'style', path: stylePath, page: stylePage, devOnly: true },
  { name: 'landingPage', path: '/:slug', page: landingPage },
  { name: 'notFound', path: '*', page: notFoundPage },
] as const satisfies readonly SiteRoute[];

export type RouteName = (typeof table)[number]['name'];

export const routes: readonly SiteRoute[] = table;
