import type { Post } from '../../../shared/content.ts';
import { drawingsFor } from '../../../shared/drawings.ts';
import { blogPath, categoryPath, postPath, tagPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { LinkButton } from '../../../shared/ui/LinkButton.tsx';
import { Picture } from '../../../shared/ui/Picture.tsx';
import { PostCard, subjectOfPost } from '../../../shared/ui/PostCard.tsx';
import { viewName } from '../../../shared/viewName.ts';
import { BlogBack } from '../blocks/BlogBack.tsx';
import { unreachableText } from '../blocks/ConnectionError.tsx';
import { Hero } from '../blocks/Hero.tsx';
import { PostNeighbours } from '../blocks/PostNeighbours.tsx';
import { SanitisedHtml } from '../blocks/SanitisedHtml.tsx';
import { SnowfieldScene } from '../blocks/scenes/SnowfieldScene.tsx';
import { TableOfContents } from '../blocks/TableOfContents.tsx';
import { WhenAnswered } from '../blocks/WhenAnswered.tsx';
import { definePage, known } from '../definePage.tsx';

const notFoundTitle = 'Post not found';

/** A published post. */
export const postPage = definePage({
  styles: 'blog',
  ask: ({ content, params }) => ({ post: content.post(params.slug ?? '') }),
  primary: 'post',
  describe: ({ post }, { params }) => {
    const shown = known(post);
    return {
      title: shown === null ? notFoundTitle : (shown?.title ?? null),
      description: shown?.excerpt ?? null,
      path: shown ? postPath(shown.slug) : postPath(params.slug ?? ''),
      picture: shown?.picture ?? null,
      ...(shown && {
        post: shown,
        trail: [
          { name: 'Blog', path: blogPath },
          { name: shown.title, path: postPath(shown.slug) },
        ],
      }),
    };
  },
  View: ({ questions }) => (
    <WhenAnswered
      question={questions.post}
      notice="section"
      otherwise={<MissingPost title="This post is out of reach" />}
    >
      {(post) => (post === null ? <MissingPost title={notFoundTitle} /> : <PostArticle post={post} />)}
    </WhenAnswered>
  ),
});

/** In the place of a post that is not there, or that nobody can be asked for. */
function MissingPost({ title }: { readonly title: string }) {
  return (
    <Hero title={title} subtitle={unreachableText} scene={<SnowfieldScene />}>
      <LinkButton href={blogPath}>Back to Blog</LinkButton>
    </Hero>
  );
}

function PostArticle({ post }: { readonly post: Post }) {
  const drawingOf = drawingsFor(post.related, subjectOfPost);
  return (
    <>
      <article className="post">
        <PostHeader post={post} />
        <div className="container post-columns">
          <TableOfContents post={post} />
          <div className="post-text">
            {post.content !== null && <SanitisedHtml html={post.content} />}
            <PostFooter post={post} />
          </div>
        </div>
      </article>
      <div className="container section">
        <PostNeighbours newer={post.newer} older={post.older} />
        {post.related.length > 0 && (
          <section className="post-related" aria-labelledby="related">
            <h2 id="related">Keep reading</h2>
            <div className="grid">
              {post.related.map((related) => (
                <PostCard key={related.id} post={related} drawing={drawingOf(related)} />
              ))}
            </div>
          </section>
        )}
        <BlogBack />
      </div>
    </>
  );
}

function PostHeader({ post }: { readonly post: Post }) {
  const [first] = post.categories;
  return (
    <header className="container post-header">
      <BlogBack />
      {first && <p className="eyebrow">{first.name}</p>}
      <h1 data-vt={viewName('title', post.slug)}>{post.title}</h1>
      {post.excerpt !== null && <p className="lead">{post.excerpt}</p>}
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
            <dd>{post.authorName}</dd>
          </div>
        )}
        <div>
          <dt>Reading time</dt>
          <dd>{post.readingMinutes === 1 ? '1 minute' : `${post.readingMinutes} minutes`}</dd>
        </div>
      </dl>
      {post.picture !== null && (
        <Picture
          picture={post.picture}
          sizes="(min-width: 83rem) 76rem, 92vw"
          ratio="wide"
          priority
          transition={viewName('picture', post.slug)}
        />
      )}
    </header>
  );
}

function PostFooter({ post }: { readonly post: Post }) {
  return (
    <footer className="post-terms">
      {post.categories.length > 0 && (
        <nav aria-label="Categories of this post">
          <h2>Categories</h2>
          <ul className="chips">
            {post.categories.map(({ name, slug }) => (
              <li key={slug}>
                <A href={categoryPath(slug)} className="chip">
                  {name}
                </A>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {post.tags.length > 0 && (
        <nav aria-label="Tags of this post">
          <h2>Tags</h2>
          <ul className="chips">
            {post.tags.map(({ name, slug }) => (
              <li key={slug}>
                <A href={tagPath(slug)} className="chip">
                  {name}
                </A>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </footer>
  );
}
