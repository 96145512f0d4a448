import { afterAll } from 'vitest';
import { endChildProcesses } from './childProcesses.ts';

// Hooks end in reverse order: a file's own come first.
afterAll(endChildProcesses);
