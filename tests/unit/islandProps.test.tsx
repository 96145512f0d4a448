import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Island } from '../../server/site/components/Island.tsx';
import { parseHtml } from '../support/html.ts';

describe('the props of an island', () => {
  it.each(['</script><script>alert(1)</script>', '<!--<script>', '\u2028\u2029', '"\'&<>', "'}]"])(
    'B20 with %j are read back unchanged, and end no markup early',
    (title) => {
      const props = { apiBase: title };
      const html = renderToString(<Island name="siteSearch" props={props} />);
      expect(html).not.toContain('<script');
      expect(html).not.toContain('<!--<');
      const island = parseHtml(html).one('[data-island]');
      expect(JSON.parse(island.attribute('data-props') ?? '')).toEqual(props);
    },
  );
});
