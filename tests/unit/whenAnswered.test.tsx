import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { WhenAnswered } from '../../server/site/blocks/WhenAnswered.tsx';
import { answered } from '../../shared/contentSource.ts';

describe('a block whose answer could not be had', () => {
  const unreachable = answered<string>({ unreachable: 'away' });
  const shown = (own: { readonly otherwise?: ReactNode }) =>
    renderToStaticMarkup(
      <WhenAnswered question={unreachable} notice="block" {...own}>
        {(value) => value}
      </WhenAnswered>,
    );

  it('is the notice, what the block has instead of it, or nothing', () => {
    expect(shown({})).toContain('Directus is unreachable.');
    expect(shown({ otherwise: <p>Better words</p> })).toBe('<p>Better words</p>');
    expect(shown({ otherwise: null })).toBe('');
  });
});
