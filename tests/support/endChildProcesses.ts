import { afterAll } from 'vitest';
import { endChildProcesses } from '../../scripts/childProcesses.ts';

// These hooks run in reverse order: those of the test file come before this one.
afterAll(endChildProcesses);
