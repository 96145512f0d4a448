import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Delivery, parseDelivery, withoutOwnWord } from '../../shared/deliveryStatus.ts';

const stepNames = ['submitted', 'sent', 'delivered'] as const;

const shown = (delivery: Delivery) => delivery.steps.map((step) => step.status).join(' ');
const steps = (...states: string[]) =>
  states.map((status, at) => ({ step: stepNames[at], label: `Step ${at}`, timestamp: null, status }));

const queued = 'completed in_progress pending';
const sent = 'completed completed in_progress';
const delivered = 'completed completed completed';

describe('the state of a delivery', () => {
  const table: [string, string, Delivery['final']][] = [
    ['saved', queued, null],
    ['queued', queued, null],
    ['scheduled', queued, null],
    ['sent', sent, null],
    ['delivery_delayed', sent, null],
    ['delivered', delivered, 'delivered'],
    ['opened', delivered, 'delivered'],
    ['clicked', delivered, 'delivered'],
    ['complained', delivered, 'delivered'],
    ['bounced', 'completed pending pending', 'failed'],
    ['failed', 'completed pending pending', 'failed'],
    ['suppressed', 'completed pending pending', 'failed'],
    ['canceled', 'completed pending pending', 'failed'],
    ['cancelled', 'completed pending pending', 'failed'],
  ];
  it.each(table)('C8 %s is %s, final: %s', (resendStatus, states, final) => {
    const given = final === 'failed' ? steps('completed', 'pending', 'pending') : [];
    const delivery = parseDelivery({ resendStatus, steps: given });
    expect([shown(delivery), delivery.final, delivery.resendStatus]).toEqual([states, final, resendStatus]);
    expect(parseDelivery({ resendStatus: ` EMAIL.${resendStatus.toUpperCase()}` }).final).toBe(final);
  });

  const merged: [string, string | undefined, string[], string, Delivery['final']][] = [
    [
      'an unknown status',
      'teleported',
      ['completed', 'completed', 'pending'],
      'completed completed pending',
      null,
    ],
    ['a later status', 'delivered', ['completed', 'in_progress', 'pending'], delivered, 'delivered'],
    ['an earlier status', 'queued', ['completed', 'completed', 'in_progress'], sent, null],
    ['no status and a gap', undefined, ['pending', 'in_progress', 'completed'], delivered, 'delivered'],
    ['a failed step', 'sent', ['completed', 'failed', 'pending'], 'completed completed pending', 'failed'],
    [
      'a failure',
      'bounced',
      ['completed', 'completed', 'in_progress'],
      'completed completed pending',
      'failed',
    ],
  ];
  it.each(merged)(
    'C8 combines steps and status into the furthest progress: %s',
    (_what, word, states, all, final) => {
      const delivery = parseDelivery({ resendStatus: word, steps: steps(...states) });
      expect([shown(delivery), delivery.final]).toEqual([all, final]);
    },
  );

  it.each(['saved', ' Email.SAVED '])('C8 of %s from outside is that of an unknown event', (word) => {
    const delivery = parseDelivery(
      withoutOwnWord({ resendStatus: word, steps: steps('completed', 'completed') }),
    );
    expect([shown(delivery), delivery.resendStatus]).toEqual(['completed completed pending', '']);
    expect(shown(parseDelivery(withoutOwnWord({ resendStatus: word })))).toBe(queued);
    expect(parseDelivery(withoutOwnWord({ resendStatus: 'bounced' }))).toEqual(
      parseDelivery({ resendStatus: 'bounced' }),
    );
  });

  it('has labels and times that a page can show, whatever the time zone of the server', () => {
    const { TZ } = process.env;
    onTestFinished(() => {
      if (TZ === undefined) delete process.env.TZ;
      else process.env.TZ = TZ;
    });
    process.env.TZ = 'America/Los_Angeles';
    const rows = [
      {
        step: 'delivered',
        label: '  Arrived\n<b>now</b> ',
        timestamp: '2026-11-20T10:00:00+01:00',
        status: 'completed',
      },
      { step: 'sent', label: 7, timestamp: '2026-11-20 09:00:00', status: 'completed' },
      { step: 'submitted', label: 'x'.repeat(500), timestamp: 'yesterday', status: 'completed' },
    ];
    const { steps: read } = parseDelivery({ steps: rows });
    expect(read.map((step) => step.step)).toEqual(['submitted', 'sent', 'delivered']);
    expect(read.map((step) => step.label)).toEqual(['x'.repeat(80), 'Email sent', 'Arrived <b>now</b>']);
    expect(read.map((step) => step.timestamp)).toEqual([
      null,
      '2026-11-20T09:00:00.000Z',
      '2026-11-20T09:00:00.000Z',
    ]);
  });

  it('is read from anything without throwing, and unchanged from its own output', () => {
    const words = fc.constantFrom('queued', 'sent', 'delivered', 'bounced', 'weird', 'email.opened', '');
    const row = fc.record({
      step: fc.oneof(fc.constantFrom(...stepNames), fc.anything()),
      label: fc.anything(),
      timestamp: fc.oneof(fc.anything(), fc.constant('2026-11-20T09:00:00Z')),
      status: fc.constantFrom('pending', 'in_progress', 'completed', 'failed', 4),
    });
    const response = fc.record({
      resendStatus: fc.oneof(words, fc.anything()),
      steps: fc.oneof(fc.array(row), fc.anything()),
    });
    fc.assert(
      fc.property(fc.oneof(response, fc.anything()), (json) => {
        const delivery = parseDelivery(json);
        expect(delivery.steps.map((step) => step.step)).toEqual(stepNames);
        if (delivery.final === 'delivered') expect(shown(delivery)).toBe(delivered);
        if (delivery.final === 'failed') expect(shown(delivery)).not.toMatch(/in_progress|completed$/);
        expect(shown(parseDelivery(delivery))).toBe(shown(delivery));
      }),
      { numRuns: 2_000 },
    );
  });
});
