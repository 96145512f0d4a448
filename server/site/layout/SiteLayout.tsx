import { type ReactNode, useContext } from 'react';
import { Outlet } from 'react-router-dom';
import { LayoutPartsContext } from './layoutParts.ts';
import { ReviewsContent } from './Reviews.tsx';
import { SiteFooterContent } from './SiteFooter.tsx';
import { SiteHeaderContent } from './SiteHeader.tsx';

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
