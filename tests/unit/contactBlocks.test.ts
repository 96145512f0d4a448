import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { PhoneLink } from '../../server/site/blocks/PhoneLink.tsx';
import { enquiryMailLink } from '../../shared/enquiryMailLink.ts';
import { safeHref } from '../../shared/safeHref.ts';
import { goodEnquiry } from '../support/goodEnquiry.ts';

it('the mail link of a form that could not be sent is safe, whatever was typed', () => {
  const hostile = {
    ...goodEnquiry,
    name: 'a\r\nBcc: x@y.z&cc=q',
    message: '\ud800 <b>"\u0000',
    service: '&body=x',
  };
  const link = enquiryMailLink('info@ridge.example', hostile);
  expect(safeHref(link)).toBe(link);
  expect([...new URL(link).searchParams.keys()]).toEqual(['subject', 'body']);
});

describe('a telephone number', () => {
  it.each([
    ['(541) 555-0142', 'tel:+15415550142'],
    ['+1 541 555 0142', 'tel:+15415550142'],
    ['1-541-555-0142', 'tel:+15415550142'],
    ['911', 'tel:911'],
    ['(541) 555-0142 ext. 7', 'tel:+15415550142;ext=7'],
  ])('%s is dialed as %s', (phone, expected) => {
    const html = renderToStaticMarkup(createElement(PhoneLink, { phone }));
    expect(html).toContain(`href="${expected}"`);
  });

  it.each(['javascript:alert(1)', 'ask at the desk', '7'])('%s is shown without a link', (phone) => {
    const html = renderToStaticMarkup(createElement(PhoneLink, { phone }));
    expect(html).toContain(phone);
    expect(html).not.toContain('href');
  });
});
