import type { Post } from '../../../shared/content.ts';
import { drawingsFor } from '../../../shared/drawings.ts';
import { blogPath, postPath } from '../../../shared/paths.ts';
import { LinkButton } from '../../../shared/ui/LinkButton.tsx';
import { PostCard, subjectOfPost } from '../../../shared/ui/PostCard.tsx';
import { BlogBack } from '../blocks/BlogBack.tsx';
import { unreachableText } from '../blocks/ConnectionError.tsx';
import { Hero } from '../blocks/Hero.tsx';
import { PostHeader } from '../blocks/PostHeader.tsx';
import { PostNeighbours } from '../blocks/PostNeighbours.tsx';
import { PostTerms } from '../blocks/PostTerms.tsx';
import { SanitisedHtml } from '../blocks/SanitisedHtml.tsx';
import { chooseScene } from '../blocks/Scene.tsx';
import { TableOfContents } from '../blocks/TableOfContents.tsx';
import { WhenLoaded } from '../blocks/WhenLoaded.tsx';
import { definePage, loadedValue } from '../definePage.tsx';

const notFoundTitle = 'Post not found';

/** A published post. */
export const postPage = definePage({
  styles: 'blog',
  load: ({ content, params }) => ({ post: content.post(params.slug ?? '') }),
  primary: 'post',
  describe: ({ post }, { params }) => {
    const shown = loadedValue(post);
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
  View: ({ queries }) => (
    <WhenLoaded
      query={queries.post}
      notice="section"
      fallback={<MissingPost title="This post is out of reach" />}
    >
      {(post) => (post === null ? <MissingPost title={notFoundTitle} /> : <PostArticle post={post} />)}
    </WhenLoaded>
  ),
});

/** In the place of a post that does not exist or cannot be loaded. */
function MissingPost({ title }: { readonly title: string }) {
  return (
    <Hero title={title} subtitle={unreachableText} scene="snowfield">
      <LinkButton href={blogPath}>Back to Blog</LinkButton>
    </Hero>
  );
}

function PostArticle({ post }: { readonly post: Post }) {
  const { alike } = chooseScene(subjectOfPost(post));
  const drawingOf = drawingsFor(post.related, subjectOfPost, [alike]);
  return (
    <>
      <article className="post">
        <PostHeader post={post} />
        <div className="container post-columns">
          <TableOfContents post={post} />
          <div className="post-text">
            {post.content !== null && <SanitisedHtml html={post.content} />}
            <PostTerms post={post} />
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
