import type { PostSummary, Term } from '../../../shared/content.ts';
import { countWithNoun } from '../../../shared/countWithNoun.ts';
import { type DrawingName, drawingsFor } from '../../../shared/drawings.ts';
import { authorPath, blogPath, categoryPath, postPath, tagPath } from '../../../shared/paths.ts';
import { termSlug } from '../../../shared/terms.ts';
import { A } from '../../../shared/ui/A.tsx';
import { LinkButton } from '../../../shared/ui/LinkButton.tsx';
import { PostCard, subjectOfPost } from '../../../shared/ui/PostCard.tsx';
import { QuoteButton } from '../../../shared/ui/QuoteButton.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import { viewName } from '../../../shared/viewName.ts';
import type { Article } from '../../content/collections/blogPosts.ts';
import type { Neighbors } from '../../content/collections/postIndex.ts';
import { mapResult, valueIn } from '../../content/siteContent.ts';
import { BlogBack } from '../components/BlogBack.tsx';
import { Breadcrumbs } from '../components/Breadcrumbs.tsx';
import { unreachableText } from '../components/ConnectionError.tsx';
import { Hero } from '../components/Hero.tsx';
import { postHeadings } from '../components/postHeadings.ts';
import { SanitizedHtml } from '../components/SanitizedHtml.tsx';
import { chooseScene, PictureOrScene } from '../components/Scene.tsx';
import { UrgentNotice } from '../components/Urgent.tsx';
import { definePage, judgeRow } from '../definePage.tsx';
import { EditLink, editedRow, useEditable } from '../editing.tsx';

const notFoundTitle = 'Post not found';
/** Not `notFoundTitle`, because the post may well exist. */
const unreachableTitle = 'This post is out of reach';

/** A post with fewer headings has no table of contents. */
const fewestHeadings = 4;

/** A published post. */
export const postPage = definePage({
  select: ({ content, params }) => {
    const named = mapResult(content.blog_posts, (blog) => blog.post(params.slug ?? ''));
    const hasAuthors = (valueIn(content.blog_posts)?.terms.author.terms.length ?? 0) > 0;
    return judgeRow(named, (found) => ({ selected: { ...found, hasAuthors }, row: found.post }), {
      absent: { title: notFoundTitle, element: <MissingPost title={notFoundTitle} /> },
      unavailable: { title: unreachableTitle, element: <MissingPost title={unreachableTitle} /> },
    });
  },
  describe: ({ post }) => ({
    title: post.title,
    description: post.excerpt,
    path: postPath(post.slug),
    picture: post.picture,
    post,
    trail: trailOf(post),
  }),
  View: PostArticle,
});

const trailOf = ({ title, slug }: Article) => [
  { name: 'Blog', path: blogPath },
  { name: title, path: postPath(slug) },
];

/** Shown instead of a post that does not exist or cannot be loaded. */
function MissingPost({ title }: { readonly title: string }) {
  return (
    <Hero title={title} subtitle={unreachableText} scene="snowfield">
      <LinkButton href={blogPath}>Back to Blog</LinkButton>
    </Hero>
  );
}

interface PostArticleProps {
  readonly post: Article;
  readonly neighbors: () => Neighbors;
  /** Whether the author has a page, as authors have if there is more than one. */
  readonly hasAuthors: boolean;
}

function PostArticle({ post, neighbors, hasAuthors }: PostArticleProps) {
  useStyles('post', 'panel');
  const editable = useEditable();
  const row = editedRow('blog_posts', post);
  const { scene, alike } = chooseScene(subjectOfPost(post));
  return (
    <>
      <article className="post">
        <header className="container post-header">
          <Breadcrumbs trail={trailOf(post)} />
          {post.categories[0] && <p className="eyebrow">{post.categories[0].name}</p>}
          <EditLink row={row} />
          <h1 data-vt={viewName('title', post.slug)} {...editable(row, 'title')}>
            {post.title}
          </h1>
          {post.excerpt !== null && (
            <p className="lead" {...editable(row, 'excerpt')}>
              {post.excerpt}
            </p>
          )}
          <Details post={post} hasAuthors={hasAuthors} />
          <PictureOrScene
            picture={post.picture}
            scene={scene}
            sizes="(min-width: 83rem) 34rem, (min-width: 64rem) 40vw, (min-width: 40rem) 37rem, 92vw"
            ratio="landscape"
            priority
            transition={viewName('picture', post.slug)}
            mark={editable(row, 'featured')}
          />
        </header>
        <div className="container post-columns">
          <Contents post={post} />
          <div className="post-text">
            {post.urgency && <UrgentNotice />}
            {post.content !== null && <SanitizedHtml html={post.content} mark={editable(row, 'content')} />}
            {post.categories.length + post.tags.length > 0 && (
              <footer className="post-terms">
                <Terms title="Categories" terms={post.categories} pathOf={categoryPath} />
                <Terms title="Tags" terms={post.tags} pathOf={tagPath} />
              </footer>
            )}
            <aside className="panel post-quote" aria-labelledby="quote">
              <h2 id="quote">Would you rather have it done?</h2>
              <QuoteButton />
            </aside>
          </div>
        </div>
      </article>
      <OtherPosts neighbors={neighbors()} usedDrawing={alike} />
    </>
  );
}

/** The headings of a long post, as links. */
function Contents({ post }: Pick<PostArticleProps, 'post'>) {
  const headings = postHeadings(post.content ?? '');
  if (headings.length < fewestHeadings) return null;
  return (
    <nav className="toc" aria-labelledby="toc">
      <h2 id="toc">On this page</h2>
      <ol className="toc-list">
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface OtherPostsProps {
  readonly neighbors: Neighbors;
  /** The drawing of the post itself, which no other repeats. */
  readonly usedDrawing: DrawingName;
}

/** Where to read on: the newer and the older post, related ones, the blog. */
function OtherPosts({ neighbors: { newer, older, related }, usedDrawing }: OtherPostsProps) {
  const drawingOf = drawingsFor(related, subjectOfPost, [usedDrawing]);
  return (
    <div className="container section">
      {(newer || older) && (
        <nav className="post-neighbors" aria-label="Newer and older posts">
          {newer && <Neighbor direction="newer" post={newer} />}
          {older && <Neighbor direction="older" post={older} />}
        </nav>
      )}
      {related.length > 0 && (
        <section className="post-related" aria-labelledby="related">
          <h2 id="related">Keep reading</h2>
          <div className="grid">
            {related.map((summary) => (
              <PostCard key={summary.id} post={summary} drawing={drawingOf(summary)} />
            ))}
          </div>
        </section>
      )}
      <BlogBack />
    </div>
  );
}

/** When and by whom a post was written, and how long it takes to read; nothing if none of it is known. */
function Details({ post, hasAuthors }: Omit<PostArticleProps, 'neighbors'>) {
  if (post.published === null && post.authorName === null && post.content === null) return null;
  return (
    <dl className="meta post-details">
      {post.published !== null && (
        <div>
          <dt>Published</dt>
          <dd>
            <time dateTime={post.published.machine}>{post.published.text}</time>
          </dd>
        </div>
      )}
      {post.authorName !== null && (
        <div>
          <dt>Author</dt>
          <dd>
            {hasAuthors ? (
              <A href={authorPath(termSlug(post.authorName))}>{post.authorName}</A>
            ) : (
              post.authorName
            )}
          </dd>
        </div>
      )}
      {post.content !== null && (
        <div>
          <dt>Reading time</dt>
          <dd>{countWithNoun(post.readingMinutes, 'minute')}</dd>
        </div>
      )}
    </dl>
  );
}

interface TermsProps {
  readonly title: string;
  readonly terms: readonly Term[];
  readonly pathOf: (slug: string) => string;
}

/** The categories or tags of a post, each linked to its posts. */
function Terms({ title, terms, pathOf }: TermsProps) {
  useStyles(terms.length > 0 && 'chips');
  if (terms.length === 0) return null;
  return (
    <div>
      <h2>{title}</h2>
      <ul className="chips">
        {terms.map(({ name, slug }) => (
          <li key={slug}>
            <A href={pathOf(slug)} className="chip">
              {name}
            </A>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface NeighborProps {
  readonly direction: 'newer' | 'older';
  readonly post: PostSummary;
}

function Neighbor({ direction, post }: NeighborProps) {
  return (
    <A href={postPath(post.slug)} className={`post-neighbor post-${direction}`}>
      <span className="small">{direction === 'newer' ? 'Newer' : 'Older'}</span>{' '}
      <span className="post-neighbor-title">{post.title}</span>
    </A>
  );
}
