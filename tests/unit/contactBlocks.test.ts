import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { PhoneLink } from '../../server/site/blocks/PhoneLink.tsx';
import { enquiryMailLink } from '../../shared/enquiryMailLink.ts';
import { safeHref } from '../../shared/safeHref.ts';

describe('the mail link of a form that could not be sent', () => {
  const values = {
    name: 'Ann & Bo',
    email: 'ann@example.com',
    phone: '',
    service: 'snow-removal',
    message: 'Hello?\r\nThe drive = steep\n100 % snow',
    requestMeeting: true,
  };

  it('carries everything that was typed', () => {
    const link = new URL(enquiryMailLink('info@ridge.example', values));
    expect(link.pathname).toBe('info@ridge.example');
    expect(link.searchParams.get('subject')).toBe('Inquiry: Snow Removal');
    expect(link.searchParams.get('body')).toBe(
      [
        'Name: Ann & Bo',
        'Email: ann@example.com',
        'Service: Snow Removal',
        'Meeting: Requested',
        '',
        'Hello?',
        'The drive = steep',
        '100 % snow',
      ].join('\r\n'),
    );
  });

  it('is a safe link, whatever was typed', () => {
    const hostile = {
      ...values,
      name: 'a\r\nBcc: x@y.z&cc=q',
      message: '\ud800 <b>"\u0000',
      service: '&body=x',
    };
    const link = enquiryMailLink('info@ridge.example', hostile);
    expect(safeHref(link)).toBe(link);
    expect([...new URL(link).searchParams.keys()]).toEqual(['subject', 'body']);
  });
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
