/** The style of the status page, apart from the site's: the page must work when nothing else does. */
export const statusStyle = `
:root {
  color-scheme: light dark;
  --faint: light-dark(#52615a, #a3b1a9);
  --line: light-dark(#d5ddd7, #34423a);
}
body {
  max-width: 64rem;
  margin: 0 auto;
  padding: 1.5rem clamp(1rem, 4vw, 2rem) 3rem;
  font: 1rem/1.5 system-ui, sans-serif;
}
header p, dt, thead th, .errors span { color: var(--faint); }
.good { color: light-dark(#1d6b3f, #7fd3a0); }
.bad, h3 { color: light-dark(#a3241d, #ff9c92); }
.cards {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 10.5rem), 1fr));
  gap: 0.75rem;
}
.cards div, table, .errors li { border: 1px solid var(--line); border-radius: 0.5rem; }
.cards div { padding: 0.75rem 1rem; }
dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
table { width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: 0.4rem 0.6rem; text-align: start; vertical-align: top; overflow-wrap: anywhere; }
.errors { display: grid; gap: 0.5rem; padding: 0; list-style: none; }
.errors li { display: grid; padding: 0.6rem 1rem; overflow-wrap: anywhere; }
`;
