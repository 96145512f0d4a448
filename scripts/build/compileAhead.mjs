/**
 * Loads the built server once, as far as its configuration, so that Node keeps beside it what it compiled on the
 * way, and starts read that instead of compiling. What another version of Node, kind of processor or user finds
 * there is not for it and does no harm (https://nodejs.org/api/module.html#module-compile-cache).
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { siteCommandIn } from '../siteStart.mjs';

/** The paths of the files are part of what is kept: they must be where they will be started from. */
export function compileAhead(outdir) {
  // The server looks for the folder, and keeps nothing where there is none.
  mkdirSync(join(outdir, 'server/compiled'), { recursive: true });
  const anywhere = 'http://127.0.0.1';
  const { status, stderr } = spawnSync(process.execPath, [...siteCommandIn(outdir), '--check'], {
    env: { DIRECTUS_URL: anywhere, FRONTEND_URL: anywhere },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The built server cannot be loaded (${status}):\n${stderr}`);
}

if (import.meta.filename === process.argv[1]) compileAhead('dist');
