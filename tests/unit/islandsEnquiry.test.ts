import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { emptyEnquiryValues } from '../../shared/enquiryFields.ts';
import { sendEnquiry } from '../../shared/islands/sendEnquiry.ts';
import { withDeadline } from '../../shared/islands/withDeadline.ts';
import { serverForTest } from '../support/started.ts';

/** The form's result for a response of our server. */
async function resultOf(status: number, json: unknown) {
  const apiBase = await serverForTest((request, response) => {
    request.resume().once('end', () => response.writeHead(status).end(JSON.stringify(json)));
  });
  const { signal } = new AbortController();
  return sendEnquiry(emptyEnquiryValues, { apiBase, key: 'a-key-of-this-draft', signal });
}

describe('whether a message counts as sent', () => {
  const combinations = [true, false].flatMap((ok) =>
    [true, false].flatMap((success) => [true, false].map((emailId) => ({ ok, success, emailId }))),
  );

  it.each(combinations)('C4 ok: $ok, success: $success, with an e-mail id: $emailId', async (given) => {
    const { ok, success, emailId } = given;
    const json = { success, submissionId: 'a1', status: emailId ? { resendEmailId: 'e1' } : {} };
    const result = await resultOf(ok ? 200 : 502, json);
    expect('failure' in result).toBe(!(ok && success && emailId));
  });

  it.each([null, [], 'text', 7, {}, { success: 'true' }, { success: true, submissionId: 3 }])(
    'C5 %j is a failure, and throws nothing',
    async (json) => {
      expect(await resultOf(200, json)).toHaveProperty('failure');
    },
  );

  it('C13 takes error messages for known fields only', async () => {
    const json = {
      success: false,
      error: 'Please check the marked fields.',
      fields: { name: 'No.', x: 'y' },
    };
    const result = await resultOf(400, json);
    expect(result).toEqual({
      failure: null,
      errors: { name: 'No.' },
      isHeld: false,
    });
  });
});

describe('a deadline', () => {
  it('aborts by itself, or with its given signal, which may be aborted before or later', async () => {
    const leaving = new AbortController();
    const [left, late] = [withDeadline(leaving.signal, 10_000), withDeadline(leaving.signal, 1)];
    await once(late, 'abort');
    expect([left.aborted, late.reason]).toMatchObject([false, { name: 'TimeoutError' }]);
    leaving.abort();
    const after = withDeadline(leaving.signal, 10_000);
    expect([left.reason, after.reason]).toEqual([leaving.signal.reason, leaving.signal.reason]);
  });
});
