/**
 * `npm run check:deploy`: checks the Kubernetes manifests against the schemas of Kubernetes (kubernetes-models: its
 * types find unknown keys, its validators invalid values), and runs kubectl, promtool and nginx on their own files if
 * this machine has them. Exits with 1 at the first error.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';

const folder = fileURLToPath(new URL('.', import.meta.url));
const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8' });
const has = (command: string) => spawnSync('which', [command]).status === 0;

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly resources?: readonly string[];
}

const kustomizations = ['kubernetes/base', 'kubernetes/production'];
const manifests: { readonly where: string; readonly manifest: Manifest }[] = [];
for (const place of kustomizations) {
  const files = readdirSync(path.join(folder, place)).filter((file) => file.endsWith('.yaml'));
  for (const file of files) {
    const documents = parseAllDocuments(readFileSync(path.join(folder, place, file), 'utf8'));
    for (const document of documents) {
      if (document.errors.length > 0) throw document.errors[0];
      const manifest: Manifest = document.toJS();
      if (file !== 'kustomization.yaml') manifests.push({ where: `${place}/${file}`, manifest });
      else {
        const unlisted = files.filter((one) => one !== file && !manifest.resources?.includes(one));
        if (unlisted.length > 0) throw new Error(`${place} does not list ${unlisted.join(', ')}.`);
      }
    }
  }
}

// A program generated from our manifests: TypeScript finds unknown keys in it, and running it calls the validators.
const lines = manifests.map(({ where, manifest: { apiVersion, kind, ...rest } }, at) => {
  const modelOf = `${kind} as Model${at}`;
  const name = `${where} ${kind} ${rest.metadata.name}`;
  return `import { ${modelOf} } from 'kubernetes-models/${apiVersion}';
try { new Model${at}(${JSON.stringify(rest)}).validate(); }
catch (error) { throw new Error(${JSON.stringify(name)}, { cause: error }); }
`;
});
const program = path.join(folder, 'node_modules/.cache/manifests.mjs');
mkdirSync(path.dirname(program), { recursive: true });
writeFileSync(program, lines.join(''));
const compiler = fileURLToPath(new URL('../tests/node_modules/typescript/bin/tsc', import.meta.url));
const options = [
  '--noEmit',
  '--allowJs',
  '--checkJs',
  '--strict',
  '--skipLibCheck',
  '--ignoreConfig',
  '--module',
  'nodenext',
  '--target',
  'es2024',
];
const typed = spawnSync(process.execPath, [compiler, ...options, program], { encoding: 'utf8' });
if (typed.status !== 0)
  throw new Error(`A manifest has a key that Kubernetes does not know:\n${typed.stdout}`);
await import(program);
console.log(`ok   ${manifests.length} manifests, by the schemas of Kubernetes`);

if (has('kubectl')) {
  for (const place of kustomizations) run('kubectl', 'kustomize', place);
  console.log('ok   kustomize');
} else console.log('skip kustomize: there is no kubectl here');

if (has('promtool')) {
  run('promtool', 'check', 'rules', 'prometheus/rules.yaml');
  run('promtool', 'test', 'rules', 'prometheus/rules.test.yaml');
  console.log('ok   the alarms, and when they fire');
} else console.log('skip the alarms: there is no promtool here');

if (has('nginx') && has('openssl')) {
  const place = mkdtempSync(path.join(tmpdir(), 'nginx-check-'));
  const key = ['-keyout', `${place}/tls.key`, '-out', `${place}/tls.crt`, '-subj', '/CN=localhost'];
  spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...key]);
  // The names of the containers resolve only within their network.
  const configuration = readFileSync(path.join(folder, 'nginx/nginx.conf'), 'utf8')
    .replace(/server \w+:3000/g, 'server 127.0.0.1:3000')
    .replaceAll('/tmp/', `${place}/`)
    .replaceAll('/etc/nginx/tls', place)
    .replace('/dev/stderr', `${place}/error.log`);
  writeFileSync(`${place}/nginx.conf`, configuration);
  const { status, stderr } = spawnSync('nginx', ['-t', '-c', `${place}/nginx.conf`], { encoding: 'utf8' });
  rmSync(place, { recursive: true });
  if (status !== 0) throw new Error(`nginx refuses its configuration:\n${stderr}`);
  console.log('ok   nginx');
} else console.log('skip nginx: it or openssl is not here');
