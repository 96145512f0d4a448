import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { WhenLoaded } from '../../server/site/blocks/WhenLoaded.tsx';
import { settledQuery } from '../../shared/query.ts';

describe('a block whose query failed', () => {
  const unreachable = settledQuery<string>({ unreachable: 'down' });
  const shown = (own: { readonly fallback?: ReactNode }) =>
    renderToStaticMarkup(
      <WhenLoaded query={unreachable} notice="block" {...own}>
        {(value) => value}
      </WhenLoaded>,
    );

  it('is the notice, what the block has instead of it, or nothing', () => {
    expect(shown({})).toContain('Directus is unreachable.');
    expect(shown({ fallback: <p>Better words</p> })).toBe('<p>Better words</p>');
    expect(shown({ fallback: null })).toBe('');
  });
});
