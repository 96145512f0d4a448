import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { enquiryValues, isHoneypotFilled, parseEnquiry } from '../../shared/enquiry.ts';
import {
  type EnquiryErrors,
  enquiryBounds,
  enquiryFields,
  serviceOptions,
} from '../../shared/enquiryFields.ts';
import { hintsOf } from '../../shared/enquiryHints.ts';
import { goodEnquiry } from '../support/goodEnquiry.ts';

const errorsOf = (change: object): EnquiryErrors => {
  const result = parseEnquiry({ ...goodEnquiry, ...change });
  return 'errors' in result ? result.errors : {};
};

describe('an enquiry', () => {
  it('is read from a form and from JSON as the same six fields', () => {
    const form = {
      ...goodEnquiry,
      name: '  Ada Juniper ',
      message: 'The drive is steep.\r\nPlease call first.\r\n',
      requestMeeting: 'on',
    };
    expect(parseEnquiry(form)).toEqual({ enquiry: goodEnquiry });
    expect(parseEnquiry({ ...goodEnquiry, requestMeeting: 'true' })).toEqual({ enquiry: goodEnquiry });
  });

  it('needs a name, an email address and a message, and nothing else', () => {
    const least = { name: 'Ada', email: 'ada@juniper.example', message: 'Hello' };
    const enquiry = { ...least, phone: '', service: '', requestMeeting: false };
    expect(parseEnquiry(least)).toEqual({ enquiry });
    const blank = parseEnquiry({ name: ' ', email: '', message: '\n' });
    expect(blank).toEqual({
      errors: {
        name: 'Please enter your name.',
        email: 'Please enter your email address.',
        message: 'Please enter your message.',
      },
    });
    for (const nothing of [null, undefined, 7, 'text', [], {}]) expect(parseEnquiry(nothing)).toEqual(blank);
  });

  it('takes every service of the list, and no other', () => {
    for (const { value } of serviceOptions) expect(errorsOf({ service: value })).toEqual({});
    expect(errorsOf({ service: 'Snow Removal' })).toEqual({
      service: 'Please select a service from the list.',
    });
  });

  it('takes texts up to exactly their bounds', () => {
    expect(enquiryBounds).toEqual({ name: 200, email: 254, phone: 40, message: 5000 });
    const text = { name: 'n', phone: '1', message: 'm' };
    for (const [field, character] of Object.entries(text)) {
      const bound = enquiryBounds[field as keyof typeof text];
      expect(errorsOf({ [field]: character.repeat(bound) })).toEqual({});
      expect(Object.keys(errorsOf({ [field]: character.repeat(bound + 1) }))).toEqual([field]);
    }
    const domain = `@${`${'d'.repeat(49)}.`.repeat(4)}example`;
    const longest = 'e'.repeat(enquiryBounds.email - domain.length) + domain;
    expect(errorsOf({ email: longest })).toEqual({});
    expect(Object.keys(errorsOf({ email: `e${longest}` }))).toEqual(['email']);
    // A form sends each line break as two characters; the visitor sees one.
    expect(errorsOf({ message: `${'\r\n'.repeat(2499)}${'m'.repeat(2501)}` })).toEqual({});
  });

  it('takes common email addresses and refuses malformed ones', () => {
    for (const email of ['a.b+c@d-e.example', "o'neil@x.co"]) expect(errorsOf({ email })).toEqual({});
    for (const email of [
      'ä@b.example',
      'a@ä',
      'a@ä.example/b',
      'a@ä.example:25',
      'a',
      'ann@lee',
      'a@',
      '@b',
      'a@b@c',
      'a b@c.d',
      'a@-b.c',
      'a@b..c',
      '<a@b.c>',
      '"a b"@c.d',
    ]) {
      expect(Object.keys(errorsOf({ email }))).toEqual(['email']);
    }
    expect(errorsOf({ email: 'jörg@ü.example' }).email).toContain('special letters');
    expect(errorsOf({ email: 'ann@lee' }).email).toContain('like name@example.com');
  });

  it('C11 refuses line breaks, control characters, direction overrides and lists of addresses', () => {
    const breaks = ['\r\nBcc: x@y.z', '\n', '\r', '\u0085', '\u2028'];
    const others = ['\u0000', '\u0007', '\u001b[31m', '\u007f', '\u202e', '\ud800'];
    for (const field of ['name', 'email', 'phone']) {
      for (const bad of [...breaks, ...others]) {
        const value = `ada@b.example${bad}x`;
        expect([field, value, Object.keys(errorsOf({ [field]: value }))]).toEqual([field, value, [field]]);
      }
      expect(Object.keys(errorsOf({ [field]: 'ada@b.example\r\n' }))).toEqual([field]);
    }
    for (const email of [
      'a@b.example,c@d.example',
      'a@b.example;c@d.example',
      'a@b.example, c@d.example',
      ',a@b.example',
    ]) {
      expect(errorsOf({ email })).toEqual({ email: 'Please enter one email address only.' });
    }
    // Other scripts and joined characters stay possible.
    expect(errorsOf({ name: 'می‌خواهم 👩‍👩‍👧 O’Neil-Łódź, Jr.' })).toEqual({});
  });

  it('loses the invisible direction marks and tabs that come along with copied lines', () => {
    const copied = {
      name: '\u202bAda\tJuniper\u202c',
      email: `\u2068${goodEnquiry.email}\u2069\u200e`,
      phone: `\u202d${goodEnquiry.phone}\u202c`,
    };
    expect(parseEnquiry({ ...goodEnquiry, ...copied })).toEqual({ enquiry: goodEnquiry });
  });

  it.each([
    ['email', 'a\u200bda@jun\u00adiper\ufeff.ex\u200dample', 'ada@juniper.example'],
    ['email', 'ada＠ｊｕｎｉｐｅｒ。example', 'ada@juniper.example'],
    ['email', 'ada@jüniper.example', 'ada@xn--jniper-3ya.example'],
    ['email', 'Ada@JÜNIPER.example', 'Ada@xn--jniper-3ya.example'],
    ['email', 'ada@日本｡example', 'ada@xn--wgv71a.example'],
    ['phone', '＋1\u2060 (541)\u200b 555–0100\u00ad', '+1 (541) 555–0100'],
    ['name', '\ufeffAda\u200b Juni\u00adper\u2060', 'Ada Juniper'],
    ['name', 'می\u200cخواهم 👩\u200d👩\u200d👧', 'می\u200cخواهم 👩\u200d👩\u200d👧'],
  ])('takes the %s %j as what was meant: %s', (name, copied, meant) => {
    expect(parseEnquiry({ ...goodEnquiry, [name]: copied })).toEqual({
      enquiry: { ...goodEnquiry, [name]: meant },
    });
  });

  it('needs a name that can be seen', () => {
    for (const name of ['\u200b', '\u200d\u3164', '\u00ad \ufeff'])
      expect(errorsOf({ name }), name).toEqual({ name: 'Please enter your name.' });
  });

  it('needs a message that can be seen', () => {
    for (const message of ['\u200b', '\n\u00ad\t', '\u3000\u2060'])
      expect(errorsOf({ message }), message).toEqual({ message: 'Please enter your message.' });
    expect(errorsOf({ message: '?' })).toEqual({});
  });

  it('says how much too long a text is', () => {
    expect(errorsOf({ phone: '5'.repeat(44) })).toEqual({
      phone: 'Please shorten your phone number to 40 characters or fewer. It has 44.',
    });
  });

  it('C11 keeps the lines of a message and drops characters that no mail should carry', () => {
    const result = parseEnquiry({ ...goodEnquiry, message: ' a\u0000b\r\nc\rc\vd\u001b[0m\te\ud800 ' });
    expect(result).toEqual({ enquiry: { ...goodEnquiry, message: 'ab\nc\nc\nd[0m\te\ufffd' } });
  });

  it('C12 has six fields, whatever else is sent', () => {
    const extra = JSON.parse('{"to":"x@y.z","bcc":"x","replyTo":"x","__proto__":{"name":"y"},"a":1}');
    const result = parseEnquiry(Object.assign(extra, goodEnquiry));
    expect(result).toEqual({ enquiry: goodEnquiry });
    expect('enquiry' in result && Object.keys(result.enquiry).sort()).toEqual([...enquiryFields].sort());
    // Inherited fields do not count.
    expect(parseEnquiry(Object.create(goodEnquiry))).toHaveProperty('errors.name');
  });

  it('C13 reads anything without throwing', () => {
    const value = fc.oneof(
      fc.anything(),
      fc.string(),
      fc.constantFrom('on', 'true', true, null, goodEnquiry.email),
    );
    const fields = Object.fromEntries([...enquiryFields, 'extra'].map((name) => [name, value]));
    const body = fc.oneof(
      { weight: 8, arbitrary: fc.record(fields, { requiredKeys: [] }) },
      { weight: 1, arbitrary: fc.anything() },
      { weight: 1, arbitrary: fc.json().map((text): unknown => JSON.parse(text)) },
    );
    fc.assert(
      fc.property(body, (input) => {
        const result = parseEnquiry(input);
        if ('enquiry' in result) {
          const { name, email, message, phone } = result.enquiry;
          expect(name.length * email.length * message.length).toBeGreaterThan(0);
          expect(`${name}${email}${phone}`).not.toMatch(/[\r\n]/);
        } else expect(Object.keys(result.errors).length).toBeGreaterThan(0);
        for (const shown of Object.values(enquiryValues(input))) {
          expect(['string', 'boolean']).toContain(typeof shown);
        }
        expect(typeof isHoneypotFilled(input)).toBe('boolean');
      }),
      { numRuns: 10_000 },
    );
  });

  it('C13 has an error for each field of a wrong type', () => {
    const wrong = { name: ['a'], email: {}, phone: 7, service: [], message: { a: 1 }, requestMeeting: 'yes' };
    expect(Object.keys(errorsOf(wrong)).sort()).toEqual([...enquiryFields].sort());
  });

  it('shows again what was typed, valid or not', () => {
    const short = { name: ' x ', email: 'no', phone: '\t1', service: 'none', requestMeeting: 'on' };
    const typed = { ...short, message: 'm'.repeat(6000) };
    expect(enquiryValues(typed)).toEqual({ ...typed, requestMeeting: true });
    const odd = enquiryValues({ name: ['first', 'second'], email: 4 });
    expect(odd).toMatchObject({ name: 'first', email: '', message: '' });
  });
});

describe('the hints beside the fields of the form', () => {
  const meant = (email: string) => hintsOf({ ...goodEnquiry, email }).email;

  it('propose the domain that was probably meant, and leave others alone', () => {
    for (const typed of ['gmial.com', 'gmai.com', 'gmaill.com', 'gnail.com', 'gmail.con', 'Gmail.cm'])
      expect(meant(`Ada.B+1@${typed}`), typed).toBe('Ada.B+1@gmail.com');
    expect([meant('a@yaho.com'), meant('a@outlok.com')]).toEqual(['a@yahoo.com', 'a@outlook.com']);
    for (const right of [
      'a@gmail.com',
      'a@mail.com',
      'a@ymail.com',
      'ada@juniper.example',
      'a@',
      'gmial.com',
      '',
    ])
      expect(meant(right), right).toBeNull();
  });

  it('recognize an urgent message by its words', () => {
    const urgent = (message: string) => hintsOf({ ...goodEnquiry, message }).isUrgent;
    const calls = [
      ...['A pipe BURST.', 'The boiler is leaking', 'We have no heat', 'I smell gas', 'Locked out!'],
      ...[
        'Water is pouring through the ceiling',
        'our pipes are freezing',
        'Water everywhere in the kitchen',
      ],
      ...[
        'The heat is out',
        'The heating is broken',
        'the furnace stopped',
        'furnace not working',
        'Frozen pipes upstairs',
        'The heat pump’s broken',
      ],
      ...['We don’t have any hot water', "There isn't any heat", 'Our guests are without power'],
      ...['Smoke in the hallway', 'We see smoke', 'The pipes froze', 'This is an emergency', 'It is urgent.'],
    ];
    const requests = [
      ...['A gas stove to clean', 'The fireplace', 'Sleek windows', 'Heat pump service', 'A power outlet'],
      ...['Do you test smoke detectors at each visit?', 'get the house ready for smoke season'],
      ...[
        'Nothing urgent: a quote for a deck',
        'It is not an emergency',
        'It isn’t urgent',
        'A non-urgent repair',
      ],
      ...[
        'A leaky faucet, whenever you are near',
        'Is a carbon monoxide detector included?',
        'Needles everywhere',
        'Please don’t power wash the deck',
      ],
    ];
    expect(calls.filter((message) => !urgent(message))).toEqual([]);
    expect(requests.filter(urgent)).toEqual([]);
  });
});
