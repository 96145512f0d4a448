import type { ReactNode } from 'react';
import { noPageText } from '../../../shared/blogListWords.ts';
import type { PostListing, PostTaxonomy } from '../../../shared/content.ts';
import { countOfPosts } from '../../../shared/countOfPosts.ts';
import type { Query } from '../../../shared/query.ts';
import { termOf } from '../../../shared/termName.ts';
import { NoPosts } from '../../../shared/ui/NoPosts.tsx';
import { Pagination } from '../../../shared/ui/Pagination.tsx';
import { PostList } from '../../../shared/ui/PostList.tsx';
import { BlogBack } from './BlogBack.tsx';
import { ConnectionError } from './ConnectionError.tsx';
import { WhenLoaded } from './WhenLoaded.tsx';
import { WithTaxonomy } from './WithTaxonomy.tsx';

interface TermPostsProps {
  /** `Category` or `Tag`. */
  readonly kind: string;
  readonly slug: string;
  readonly listing: Query<PostListing>;
  readonly taxonomy: Query<PostTaxonomy>;
  readonly pathOf: (page: number) => string;
  /** What the page says of a category; nothing for a tag. */
  readonly describe?: (slug: string, name: string) => string;
  readonly sidebar: (taxonomy: PostTaxonomy) => ReactNode;
}

/** The page of one category or tag: its posts, how many they are, and the other categories or tags. */
export function TermPosts({ taxonomy, sidebar, ...list }: TermPostsProps) {
  return (
    <div className="container blog-page">
      <BlogBack />
      <div className="with-sidebar">
        <div>
          <WhenLoaded
            query={list.listing}
            notice="section"
            fallback={
              <>
                <TermHeader kind={list.kind} name={termOf(list.slug).name} />
                <ConnectionError variant="section" />
              </>
            }
          >
            {(loaded) => <Listed {...list} listing={loaded} />}
          </WhenLoaded>
        </div>
        <WithTaxonomy query={taxonomy}>
          {(loaded) => <div className="sidebar">{sidebar(loaded)}</div>}
        </WithTaxonomy>
      </div>
    </div>
  );
}

interface ListedProps extends Pick<TermPostsProps, 'kind' | 'slug' | 'pathOf' | 'describe'> {
  readonly listing: PostListing;
}

function Listed({ kind, slug, listing, pathOf, describe }: ListedProps) {
  const name = listing.term?.name ?? termOf(slug).name;
  if (listing.posts.length === 0) {
    return (
      <>
        <TermHeader kind={kind} name={name} />
        <NoPosts>
          {listing.page > 1 ? noPageText(listing.page) : 'There is nothing to read under this name.'}
        </NoPosts>
      </>
    );
  }
  return (
    <>
      <TermHeader kind={kind} name={name}>
        {describe && <p className="lead">{describe(slug, name)}</p>}
        <p className="small">{countOfPosts(listing.total)}</p>
      </TermHeader>
      <PostList posts={listing.posts} />
      <Pagination page={listing.page} pageCount={listing.pageCount} pathOf={pathOf} />
    </>
  );
}

interface TermHeaderProps {
  readonly kind: string;
  readonly name: string;
  readonly children?: ReactNode;
}

function TermHeader({ kind, name, children }: TermHeaderProps) {
  return (
    <header className="blog-intro">
      <p className="eyebrow">{kind}</p>
      <h1>{name}</h1>
      {children}
    </header>
  );
}
