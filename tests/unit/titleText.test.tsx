import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { TitleText } from '../../server/site/components/TitleText.tsx';

it.each([
  ['A well-kept home', 'A <span class="joined">well-kept</span> home'],
  ['Short-term', '<span class="joined">Short-term</span>'],
  ['Step-by-step', 'Step-by-step'],
  ['Up-to-date', 'Up-to-date'],
  ['Check-in', '<span class="joined">Check-in</span>'],
  ['Longerword-x', 'Longerword-x'],
  ['<b>', '&lt;b&gt;'],
])('of the title %s short joined words stay on one line, and its text is the same', (text, html) => {
  expect(renderToStaticMarkup(<TitleText text={text} />)).toBe(html);
});
