/** A number of posts in words: `1 post`, `12 posts`. */
export function countOfPosts(count: number): string {
  return count === 1 ? '1 post' : `${count} posts`;
}
