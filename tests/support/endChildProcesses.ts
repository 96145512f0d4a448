import { afterAll } from 'vitest';
import { endChildProcesses } from '../../scripts/childProcesses.ts';

// Hooks end in reverse order: a file's own come first.
afterAll(endChildProcesses);
