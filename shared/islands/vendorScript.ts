const loading = new Map<string, Promise<void>>();

/**
 * Loads a classic script of another origin once, however often it is asked for; resolves when it has run. What
 * has failed may be asked for again.
 */
export function loadVendorScript(address: string): Promise<void> {
  const known = loading.get(address);
  if (known) return known;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const script = document.createElement('script');
  script.src = address;
  script.addEventListener('load', () => resolve());
  script.addEventListener('error', () => {
    script.remove();
    loading.delete(address);
    reject(new Error(`${address} could not be loaded.`));
  });
  loading.set(address, promise);
  document.head.append(script);
  return promise;
}
