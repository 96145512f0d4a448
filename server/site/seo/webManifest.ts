/** The default theme's colors of background and header, which a device shows before the page itself can. */
const manifestColors = { background: '#f7f4ec', theme: '#fbf9f3' } as const;

/** As many words as fit below an icon. */
const beginning = /^.{1,12}(?= |$)/;

/** What a device needs to know to put the site on its home screen. */
export function renderManifest(name: string): string {
  return JSON.stringify({
    name,
    short_name: beginning.exec(name)?.[0] ?? name,
    start_url: '/',
    display: 'browser',
    background_color: manifestColors.background,
    theme_color: manifestColors.theme,
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  });
}
