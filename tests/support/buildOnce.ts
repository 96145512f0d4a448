import { execFileSync } from 'node:child_process';

/** The tests serve what the build makes: the manifest, the browser's files, the bundled server. */
export function setup(): void {
  execFileSync(process.execPath, ['build.mjs'], { stdio: 'inherit' });
}
