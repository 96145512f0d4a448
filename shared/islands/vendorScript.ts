const loading = new Map<string, Promise<void>>();

/**
 * Loads a classic script of another origin once, however often it is asked for; resolves when it has run. What
 * has failed may be asked for again.
 */
export function loadVendorScript(address: string): Promise<void> {
  const known = loading.get(address);
  if (known) return known;
  const script = document.createElement('script');
  const loaded = new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      loading.delete(address);
      reject(new Error(`${address} could not be loaded.`));
    });
  });
  script.src = address;
  loading.set(address, loaded);
  document.head.append(script);
  return loaded;
}
