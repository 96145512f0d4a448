/** Adds stylesheets of components that script shows and the page may not have. No style element: the CSP allows none. */
export function adoptStyles(...texts: readonly string[]): void {
  const adopted = texts.map((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
  document.adoptedStyleSheets.push(...adopted);
}
