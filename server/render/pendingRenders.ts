import type { BufferedResponse } from '../http/bufferedResponse.ts';
import { areCurrent, type CurrentVersions } from './pageCache.ts';

/** A render under way. */
interface PendingRender {
  /** What it has read so far: each content key with its version, null where it was unreachable. */
  readonly reads: Map<string, number | null>;
  /** Ends it, with the page if others may share it; only the first call counts. */
  settle(page: BufferedResponse | null): void;
}

/** The renders under way that other requests for the same page may share. */
interface PendingRenders {
  /**
   * The page of a render under way, null if it cannot be shared after all; undefined where there is no render to
   * wait for. A render that has read content from before an edit is not shared with requests from after it.
   */
  find(key: string): Promise<BufferedResponse | null> | undefined;
  /**
   * Begins a render of a page. It can be shared only if it has a key, and no other render with this key is under
   * way.
   */
  begin(key: string): PendingRender;
}

/** Makes the register of renders under way. */
export function createPendingRenders(content: CurrentVersions): PendingRenders {
  const renders = new Map<
    string,
    Pick<PendingRender, 'reads'> & { readonly page: Promise<BufferedResponse | null> }
  >();
  const find = (key: string) => {
    const render = renders.get(key);
    return render && areCurrent(render.reads, content) ? render.page : undefined;
  };
  return {
    find,
    begin(key) {
      const { promise: page, resolve } = Promise.withResolvers<BufferedResponse | null>();
      const render = { page, reads: new Map<string, number | null>() };
      if (key !== '' && find(key) === undefined) renders.set(key, render);
      return {
        reads: render.reads,
        settle(shared) {
          resolve(shared);
          if (renders.get(key) === render) renders.delete(key);
        },
      };
    },
  };
}
