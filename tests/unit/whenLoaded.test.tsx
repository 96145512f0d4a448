import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Result } from '../../server/content/siteContent.ts';
import { WhenLoaded } from '../../server/site/blocks/WhenLoaded.tsx';

describe('a block whose value cannot be had', () => {
  const unreachable: Result<string> = { unreachable: 'down' };
  const shown = (own: { readonly fallback?: ReactNode }) =>
    renderToStaticMarkup(
      <WhenLoaded<string> result={unreachable} notice="block" {...own}>
        {(value) => value}
      </WhenLoaded>,
    );

  it('is the notice, what the block has instead of it, or nothing', () => {
    expect(shown({})).toContain('Directus is unreachable.');
    expect(shown({ fallback: <p>Better words</p> })).toBe('<p>Better words</p>');
    expect(shown({ fallback: null })).toBe('');
  });
});
