import { blogTitle } from '../../../shared/blogListWords.ts';
import type { Page } from '../../../shared/content.ts';
import { Hero } from './Hero.tsx';

/** The text of the blog's header where content has none. */
export const blogSubtitle = 'Seasonal advice and practical notes on looking after a home in Central Oregon.';

interface BlogHeaderProps {
  readonly page: Page | null;
  /** Whether this is the blog's front: a later or narrowed list begins with its posts. */
  readonly front: boolean;
}

/** The top of the blog, in the words of its page where content has one. */
export function BlogHeader({ page, front }: BlogHeaderProps) {
  const title = page?.heroTitle ?? page?.title ?? blogTitle;
  const subtitle = page?.heroSubtitle ?? blogSubtitle;
  if (front) {
    return <Hero title={title} subtitle={subtitle} picture={page?.heroPicture ?? null} scene="canyon" />;
  }
  return (
    <header className="container blog-header">
      <h1>{title}</h1>
      <p className="lead">{subtitle}</p>
    </header>
  );
}
