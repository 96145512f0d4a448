import type { Post } from '../../../shared/content.ts';
import { subjectOfPost } from '../../../shared/ui/PostCard.tsx';
import { viewName } from '../../../shared/viewName.ts';
import { BlogBack } from './BlogBack.tsx';
import { chooseScene, PictureOrScene } from './Scene.tsx';

/** The top of a post: what it is called and about, when and by whom it was written, and its picture. */
export function PostHeader({ post }: { readonly post: Post }) {
  const [first] = post.categories;
  const { scene } = chooseScene(subjectOfPost(post));
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
      <PictureOrScene
        picture={post.picture}
        scene={scene}
        sizes="(min-width: 83rem) 76rem, 92vw"
        ratio="wide"
        priority
        transition={viewName('picture', post.slug)}
      />
    </header>
  );
}
