/** One instruction of a Dockerfile. */
export interface Instruction {
  readonly word: string;
  readonly text: string;
}

export interface Stage {
  readonly name: string;
  /** An image, or the name of an earlier stage. */
  readonly from: string;
  readonly steps: readonly Instruction[];
}

/**
 * Reads a Dockerfile into its stages, the arguments before the first one at their defaults.
 * @throws for an instruction before the first stage
 */
export function parseDockerfile(text: string): readonly Stage[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.trim().startsWith('#'));
  const instructions = lines
    .join('\n')
    .replace(/\\\n\s*/g, '')
    .split('\n');
  const stages: { name: string; from: string; steps: Instruction[] }[] = [];
  const defaults = new Map<string, string>();
  for (const line of instructions) {
    const [, word = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    const [, from = '', name = ''] = /^(\S+)\s+AS\s+(\S+)$/i.exec(rest) ?? [];
    if (word === 'FROM') {
      const known = from.replace(/^\$\{(\w+)\}$/, (_, argument: string) => defaults.get(argument) ?? '');
      stages.push({ name, from: known, steps: [] });
    } else if (word === 'ARG' && stages.length === 0) {
      const [argument = '', value = ''] = rest.split('=', 2);
      defaults.set(argument, value);
    } else if (stages.length === 0) throw new Error(`Before the first stage: ${line}`);
    else stages.at(-1)?.steps.push({ word, text: rest });
  }
  return stages;
}

/** The stages that a stage is built on, the first one first, itself last. */
export function lineage(stages: readonly Stage[], name: string): readonly Stage[] {
  const stage = stages.find((each) => each.name === name);
  return stage ? [...lineage(stages, stage.from), stage] : [];
}

/** The last value of an instruction along a lineage; empty where there is none. */
export function lastOf(stages: readonly Stage[], word: string): string {
  const steps = stages.flatMap((stage) => stage.steps).filter((step) => step.word === word);
  return steps.at(-1)?.text ?? '';
}

/** A command in exec form: `["node", "main.js"]`, as in CMD and HEALTHCHECK. */
export function execForm(text: string): readonly string[] {
  const parsed: unknown = JSON.parse(text.slice(text.indexOf('[')));
  if (!Array.isArray(parsed)) throw new Error(`Not in exec form: ${text}`);
  return parsed.map(String);
}
