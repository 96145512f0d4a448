import request, { type Test } from 'supertest';
import { hookPath, hookSecretHeader } from '../../shared/paths.ts';

/** The secret of the publish hook on all sites of the tests. */
export const hookSecret = 'a-secret-of-the-tests-0123456789';

/** Calls the publish hook of a site as a Flow does: no Origin, no cookies, the secret in our own header. */
export const callHook = (url: string, body?: object): Test =>
  request(url).post(hookPath).set(hookSecretHeader, hookSecret).send(body);
