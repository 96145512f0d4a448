import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { lineage, parseDockerfile, type Stage } from './dockerfile.ts';

/** The folder that a stage's `/app` is, once it has been built. */
export interface BuiltImage {
  readonly stages: readonly Stage[];
  folderOf(stage: string): string;
}

const workdir = '/app';
/** How this machine reaches a package registry; a builder needs that in its own form. */
const fromMachine = /^(HOME|PATH|\w+_proxy|npm_config_\w+|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+)$/i;

/**
 * Does in folders what an image builder does in layers: each stage begins as a copy of the one that it stands
 * on, COPY takes from the context what `.dockerignore` lets through, RUN is run by a shell.
 * @param context the folder of the project
 * @param target an empty folder
 * @throws when a command fails, or for an instruction that this does not know
 */
export function buildImage(context: string, target: string, wanted: string): BuiltImage {
  const stages = parseDockerfile(readFileSync(path.join(context, 'Dockerfile'), 'utf8'));
  const passes = readIgnoreFile(readFileSync(path.join(context, '.dockerignore'), 'utf8'));
  const folderOf = (stage: string) => path.join(target, stage, workdir);

  const build = (stage: Stage): void => {
    if (existsSync(folderOf(stage.name))) return;
    const parent = stages.find(({ name }) => name === stage.from);
    if (parent) build(parent);
    const folder = folderOf(stage.name);
    if (parent) cpSync(folderOf(parent.name), folder, { recursive: true, verbatimSymlinks: true });
    else mkdirSync(folder, { recursive: true });
    for (const { word, text } of stage.steps) {
      if (word === 'COPY') copy(text, folder);
      else if (word === 'RUN') run(text, folder, environmentOf(lineage(stages, stage.name)));
      else if (word === 'WORKDIR' && text !== workdir) throw new Error(`WORKDIR ${text} is not known here.`);
      else if (!['WORKDIR', 'ENV', 'USER', 'EXPOSE', 'CMD', 'HEALTHCHECK'].includes(word)) {
        throw new Error(`${word} is not known here.`);
      }
    }
  };

  const copy = (text: string, folder: string): void => {
    const words = text.split(/\s+/);
    const from = /^--from=(\S+)$/.exec(words[0] ?? '')?.[1];
    const paths = from === undefined ? words : words.slice(1);
    const destination = path.resolve(folder, paths.at(-1) ?? '');
    if (from !== undefined) build(stages.find(({ name }) => name === from) ?? fail(`No stage ${from}.`));
    for (const source of paths.slice(0, -1)) {
      const origin =
        from === undefined ? path.join(context, source) : source.replace(workdir, folderOf(from));
      const into = paths.length > 2 || paths.at(-1) === './' ? path.join(destination, source) : destination;
      const filter = (file: string) => from !== undefined || passes(path.relative(context, file));
      cpSync(origin, into, { recursive: true, verbatimSymlinks: true, filter });
    }
  };

  build(stages.find(({ name }) => name === wanted) ?? fail(`No stage ${wanted}.`));
  return { stages, folderOf };
}

/** What the image's processes find in their environment by its own instructions. */
export function environmentOf(stages: readonly Stage[]): Readonly<Record<string, string>> {
  const settings = stages.flatMap(({ steps }) => steps.filter(({ word }) => word === 'ENV'));
  return Object.fromEntries(settings.map(({ text }) => text.split('=', 2)));
}

function run(command: string, cwd: string, environment: Readonly<Record<string, string>>): void {
  console.log(`  RUN ${command}`);
  const own = Object.entries(process.env).filter(([name]) => fromMachine.test(name));
  // The image's Node is the one that this script runs on, not the machine's `node`.
  const searched = `${path.dirname(process.execPath)}:${process.env.PATH ?? ''}`;
  const env = { ...Object.fromEntries(own), PATH: searched, ...environment };
  const { status, stderr } = spawnSync('sh', ['-ec', command], { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`RUN ${command} failed (${status}):\n${stderr}`);
}

/** The rules of a `.dockerignore` whose last matching line decides. */
export function readIgnoreFile(text: string): (file: string) => boolean {
  const rules = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return (file) => {
    let passes = true;
    for (const rule of rules) {
      const parts = file.split('/');
      const matches = toExpression(rule.replace(/^!/, ''));
      const isMatch = parts.some((_part, end) => matches.test(parts.slice(0, end + 1).join('/')));
      if (isMatch) passes = rule.startsWith('!');
    }
    return passes;
  };
}

/** A star stands for dots at the beginning too, as it does for an image builder. */
function toExpression(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*\/|\*)/).map((part) => {
    if (part === '**/') return '(?:.*/)?';
    return part === '*' ? '[^/]*' : RegExp.escape(part);
  });
  return new RegExp(`^${parts.join('')}$`);
}

function fail(problem: string): never {
  throw new Error(problem);
}
