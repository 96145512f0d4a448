import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The result of `npm run directus:provision`. */
export interface ProvisioningRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Its lines by their first word. */
  lines(word: 'made' | 'kept' | 'overwrote' | 'note'): readonly string[];
}

const script = fileURLToPath(new URL('../../scripts/provisionDirectus.ts', import.meta.url));

/** Runs the provisioning as its own process, with only the given environment. */
export async function runProvisioning(
  environment: Readonly<Record<string, string>>,
  ...flags: readonly string[]
): Promise<ProvisioningRun> {
  const env = { PATH: process.env.PATH ?? '', ...environment };
  const child = spawn(process.execPath, [script, ...flags], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (part) => {
    stdout += String(part);
  });
  child.stderr.on('data', (part) => {
    stderr += String(part);
  });
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.on('error', reject);
  child.on('close', resolve);
  const code = await promise;
  const lines = (word: string) => stdout.split('\n').filter((line) => line.startsWith(`${word} `));
  return { code, stdout, stderr, lines };
}
