import { afterEach, beforeEach, expect, vi } from 'vitest';

// React warns through console.error; an unexpected warning is a failure, not noise.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  const calls = vi.mocked(console.error).mock.calls.map((call) => call.map(String).join(' '));
  vi.mocked(console.error).mockRestore();
  expect(calls).toEqual([]);
});
