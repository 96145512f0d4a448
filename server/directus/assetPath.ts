/** What the content service may do to an image on its way out. */
interface AssetOptions {
  readonly width?: number;
  readonly height?: number;
  readonly quality?: number;
  readonly format?: 'auto' | 'avif' | 'webp' | 'jpg' | 'png';
  readonly fit?: 'cover' | 'contain' | 'inside' | 'outside';
}

/** The address of a file of the content service with its transformation; `base` is its origin, or empty. */
export function assetPath(base: string, id: string, options: AssetOptions = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options)) query.set(name, String(value));
  const path = `${base}/assets/${id}`;
  return query.size === 0 ? path : `${path}?${query}`;
}
