import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { postHeadings } from '../../server/site/components/postHeadings.ts';
import { Pagination } from '../../shared/ui/Pagination.tsx';
import { parseHtml } from '../support/html.ts';

describe('the page numbers of a list', () => {
  const numbersOf = (page: number, pageCount: number): readonly string[] => {
    const html = renderToStaticMarkup(
      createElement(Pagination, {
        list: 'posts',
        page,
        pageCount,
        pathOf: (number) => `/blog?page=${number}`,
      }),
    );
    return parseHtml(html)
      .all('.pagination-numbers li')
      .map((item) => item.text.replace('Page ', '').replace('...', 'gap'));
  };

  it.each([
    [1, 1, ''],
    [1, 3, '1 2 3'],
    [1, 4, '1 2 3 4'],
    [2, 6, '1 2 3 gap 6'],
    [3, 5, '1 2 3 4 5'],
    [4, 7, '1 2 3 4 5 6 7'],
    [5, 9, '1 gap 4 5 6 gap 9'],
    [834, 834, '1 gap 833 834'],
  ])('page %i of %i offers %s', (page, pageCount, expected) => {
    expect(numbersOf(page, pageCount).join(' ')).toBe(expected);
  });
});

describe('the headings of a post', () => {
  it('reads second-level headings that can be linked to, as text', () => {
    const html =
      '<h2 id="section-a">Snow &amp; <em>ice</em></h2><h3 id="section-b">Below</h3>' +
      '<h2>No id</h2><h2 id="section-c"> A<br />break &lt;here&gt; &amp;nope; </h2><h2 id="section-d"></h2>';
    expect(postHeadings(html)).toEqual([
      { id: 'section-a', text: 'Snow & ice' },
      { id: 'section-c', text: 'A break <here> &nope;' },
    ]);
  });
});
