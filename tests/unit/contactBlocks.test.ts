import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { PhoneLink } from '../../server/site/components/PhoneLink.tsx';
import { enquiryMail } from '../../shared/enquiryMail.ts';
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
    const mail = enquiryMail('info@ridge.example', values);
    const link = new URL(mail.href);
    expect(mail.rest).toBe('');
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
    const link = enquiryMail('info@ridge.example', hostile).href;
    expect(safeHref(link)).toBe(link);
    expect([...new URL(link).searchParams.keys()]).toEqual(['subject', 'body']);
  });
});

describe('the mail link of a message that is too long for a link', () => {
  const values = {
    name: 'Ann',
    email: 'ann@example.com',
    phone: '',
    service: 'snow-removal',
    requestMeeting: false,
  };

  it.each([
    ['plain text', 'The drive is steep. '.repeat(250)],
    ['lines', 'One\r\nTwo\n'.repeat(500)],
    ['another script', '語'.repeat(5_000)],
    ['pictures of two code units', '😀'.repeat(2_500)],
  ])('is short enough for every mail program, and what it lacks is the rest: %s', (_what, message) => {
    const { href, rest } = enquiryMail('info@ridge.example', { ...values, message });
    expect(href.length).toBeLessThan(1_900);
    const body = (new URL(href).searchParams.get('body') ?? '').replaceAll('\r\n', '\n');
    const [sent = '', note] = body.split('\n\n[');
    expect(note).toBe('The rest did not fit into the link. Please paste it here.]');
    expect(sent + rest).toContain(message.replaceAll('\r\n', '\n').trim());
    expect(sent).toMatch(/^Name: Ann\nEmail: ann@example.com\n/);
  });

  it('stays short, however long a name or a service is', () => {
    const long = { ...values, name: '語'.repeat(9_000), service: 's'.repeat(9_000), message: 'm' };
    expect(enquiryMail('info@ridge.example', long).href.length).toBeLessThan(1_900);
  });
});

describe('a telephone number', () => {
  it.each([
    ['(541) 555-0142', 'tel:+15415550142'],
    ['+1 541 555 0142', 'tel:+15415550142'],
    ['1-541-555-0142', 'tel:+15415550142'],
    ['911', 'tel:911'],
    ['(541) 555-0142 ext. 7', 'tel:+15415550142;ext=7'],
    ['541.555.0142 x12, ask for desk 7', 'tel:+15415550142;ext=12'],
    ['541-555-0142 (ask for Pat after 7)', 'tel:+15415550142'],
    ['541-555-0142 or 541-555-0143', 'tel:+15415550142'],
    ['1-800-FLOWERS', 'tel:+18003569377'],
    ['(541) 555-Roof', 'tel:+15415557663'],
    ['+44 (0)20 7946 0958', 'tel:+442079460958'],
    ['011 44 20 7946 0958', 'tel:+442079460958'],
    ['541-555-0142ext12', 'tel:+15415550142;ext=12'],
    ['Call 555-0142', 'tel:5550142'],
    ['541/555-0142 or 0143', 'tel:+15415550142'],
    ['+49 541/5550142', 'tel:+495415550142'],
  ])('%s is dialed as %s', (phone, expected) => {
    const html = renderToStaticMarkup(createElement(PhoneLink, { phone }));
    expect(html).toContain(`href="${expected}"`);
  });

  it.each([
    'javascript:alert(1)',
    'ask at the desk',
    '7',
    '24/7',
    'since 1998',
    '2026-11-28',
    'Mon-Fri 8:00-17:00',
    'Bend, OR 97703-1234',
  ])('%s is shown without a link', (phone) => {
    const html = renderToStaticMarkup(createElement(PhoneLink, { phone }));
    expect(html).toContain(phone);
    expect(html).not.toContain('href');
  });
});
