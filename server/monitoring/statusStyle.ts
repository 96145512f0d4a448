/** The style of the status page, apart from the site's: the page must work when nothing else does. */
export const statusStyle = `
:root {
  color-scheme: light dark;
  --ground: #f6f5f0;
  --surface: #fff;
  --text: #1c2b22;
  --faint: #52615a;
  --line: #d5ddd7;
  --good: #1d6b3f;
  --bad: #a3241d;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #121a16;
    --surface: #1b2520;
    --text: #e6ece8;
    --faint: #a3b1a9;
    --line: #34423a;
    --good: #7fd3a0;
    --bad: #ff9c92;
  }
}
body {
  max-width: 64rem;
  margin: 0 auto;
  padding: 1.5rem clamp(1rem, 4vw, 2rem) 3rem;
  background: var(--ground);
  color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif;
}
h1, h2, h3, p, dl, dd, ol { margin: 0; }
h1 { font-size: 1.75rem; line-height: 1.2; }
h2 { margin-top: 2.5rem; font-size: 1.25rem; }
h3 { margin-top: 1rem; font-size: 1rem; color: var(--bad); }
header p, dt, .errors span { color: var(--faint); }
header p { margin-top: 0.5rem; }
a { color: inherit; margin-inline-end: 0.5rem; }
.good { color: var(--good); }
.bad { color: var(--bad); }
h1 strong {
  margin-inline-start: 0.25rem;
  padding: 0.1em 0.6em;
  border: 1px solid;
  border-radius: 1em;
  font-size: 0.6em;
  vertical-align: middle;
}
.cards {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 10.5rem), 1fr));
  gap: 0.75rem;
  margin-top: 0.75rem;
}
header + main .cards:first-child { margin-top: 1.5rem; }
.cards div, table, .errors li {
  border: 1px solid var(--line);
  border-radius: 0.5rem;
  background: var(--surface);
}
.cards div { padding: 0.75rem 1rem; }
dt { font-size: 0.875rem; }
dd { font-size: 1.125rem; font-weight: 600; overflow-wrap: anywhere; }
table {
  width: 100%;
  margin-top: 0.75rem;
  border-spacing: 0;
  font-variant-numeric: tabular-nums;
}
th, td { padding: 0.4rem 1rem; text-align: start; vertical-align: top; overflow-wrap: break-word; }
th { font-weight: 600; }
tbody th { min-width: 7rem; overflow-wrap: anywhere; }
thead th { color: var(--faint); font-size: 0.875rem; }
tbody :is(th, td) { border-top: 1px solid var(--line); }
details { margin-top: 1rem; }
summary { cursor: pointer; }
.errors { display: grid; gap: 0.5rem; margin-top: 0.75rem; padding: 0; list-style: none; }
.errors li { display: grid; padding: 0.6rem 1rem; overflow-wrap: anywhere; }
.errors span { font-size: 0.875rem; }
@media (max-width: 40rem) {
  th, td { padding-inline: 0.6rem; }
}
`;
