import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Optimum, RingingTable } from './pacing-world.ts';

/** What `pacing-solve.ts` found, a line for each number of agents and answer rate. */
const FILE = join(import.meta.dirname, 'pacing-optimum.tsv');
const COLUMNS =
  'agents rate busy below.busy below.abandoned below.ringing beyond.busy beyond.abandoned beyond.ringing beyondShare';

const cells = ({ busy, abandoned, ringing }: RingingTable): (string | number)[] => [busy, abandoned, ringing.join(' ')];

export function writeOptima(optima: readonly Optimum[]): void {
  const lines = optima.map(({ agents, rate, busy, below, beyond, beyondShare }) =>
    [agents, rate, busy, ...cells(below), ...cells(beyond), beyondShare].join('\t'),
  );
  writeFileSync(FILE, `${[COLUMNS.replaceAll(' ', '\t'), ...lines].join('\n')}\n`);
}

export function readOptima(): Optimum[] {
  const [, ...lines] = readFileSync(FILE, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const cell = line.split('\t');
    const table = (from: number): RingingTable => ({
      busy: Number(cell[from]),
      abandoned: Number(cell[from + 1]),
      ringing: cell[from + 2]!.split(' ').map(Number),
    });
    return {
      agents: Number(cell[0]),
      rate: Number(cell[1]),
      busy: Number(cell[2]),
      below: table(3),
      beyond: table(6),
      beyondShare: Number(cell[9]),
    };
  });
}
