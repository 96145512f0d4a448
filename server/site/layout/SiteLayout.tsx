import { createContext, type ReactNode, useContext } from 'react';
import { Outlet } from 'react-router-dom';
import { ReviewsContent } from './Reviews.tsx';
import { SiteFooterContent } from './SiteFooter.tsx';
import { SiteHeaderContent } from './SiteHeader.tsx';

/** What is inside of the parts that all pages share, as HTML that was made before. */
export interface LayoutParts {
  readonly header: string;
  readonly reviews: string;
  readonly footer: string;
}

/** The parts for this render; null where they must be drawn, because menu or settings are not loaded. */
export const LayoutPartsContext = createContext<LayoutParts | null>(null);

/** What stands around every page. */
export function SiteLayout() {
  const parts = useContext(LayoutPartsContext);
  return (
    <>
      <a className="skip-link button" href="#main">
        Skip to content
      </a>
      <header className="site-header" {...inside(parts?.header, <SiteHeaderContent />)} />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <section
        className="reviews section section-tint"
        aria-labelledby="reviews"
        {...inside(parts?.reviews, <ReviewsContent />)}
      />
      <footer className="site-footer" {...inside(parts?.footer, <SiteFooterContent />)} />
    </>
  );
}

/** What an element holds: HTML that React itself made of the same content before, or the content. */
function inside(html: string | undefined, content: ReactNode) {
  return html === undefined ? { children: content } : { dangerouslySetInnerHTML: { __html: html } };
}
