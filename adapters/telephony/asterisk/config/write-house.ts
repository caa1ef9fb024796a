import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModularProgram } from './find-program.ts';
import { edgeFiles, nodeFiles } from './house-files.ts';
import type { HousePlan } from './house-plan.ts';

export interface HousePrograms {
  kamailio: ModularProgram;
  asterisk: ModularProgram;
}

/** One file that is not as it was. */
export interface HouseChange {
  /** `edge`, or the name of a node. */
  part: string;
  file: string;
  what: 'made' | 'changed' | 'removed';
}

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const SILENCE = Buffer.alloc(80_000, 0xff);

export const EDGE = 'edge';
export const partHome = (dir: string, part: string): string =>
  part === EDGE ? join(dir, 'edge') : join(dir, 'nodes', part);

/** Writes the configuration of every part under `dir`, for whoever started it alone to read; answers what changed. */
export function writeHouse(plan: HousePlan, dir: string, { kamailio, asterisk }: HousePrograms): HouseChange[] {
  const edgeHome = partHome(dir, EDGE);
  makeFolders(edgeHome, ['etc', 'run', 'log']);
  const changes = writeFiles(
    EDGE,
    join(edgeHome, 'etc'),
    edgeFiles(plan, { home: edgeHome, modules: kamailio.modules }),
  );
  for (const node of plan.nodes) {
    const home = partHome(dir, node.name);
    makeFolders(home, [
      'etc',
      'cache',
      'lib/keys',
      'lib/silence',
      'db',
      'run',
      'log',
      'spool/recording',
      'spool/monitor',
      'spool/tmp',
    ]);
    for (const name of ['documentation', 'sounds', 'rest-api'])
      linkOnce(join(asterisk.data, name), join(home, 'lib', name));
    if (!existsSync(join(home, 'lib/silence/s.ulaw'))) writeFileSync(join(home, 'lib/silence/s.ulaw'), SILENCE);
    const files = nodeFiles(plan, node, { home, modules: asterisk.modules });
    changes.push(...writeFiles(node.name, join(home, 'etc'), files));
  }
  return changes;
}

function makeFolders(home: string, names: readonly string[]): void {
  for (const name of names) mkdirSync(join(home, name), { recursive: true, mode: PRIVATE_FOLDER });
}

function linkOnce(target: string, link: string): void {
  if (!existsSync(target) || existsSync(link)) return;
  // One that leads nowhere any more.
  rmSync(link, { force: true });
  symlinkSync(target, link);
}

function writeFiles(part: string, folder: string, files: Readonly<Record<string, string>>): HouseChange[] {
  const changes: HouseChange[] = [];
  for (const [file, text] of Object.entries(files)) {
    const path = join(folder, file);
    const before = existsSync(path) ? readFileSync(path, 'utf8') : null;
    if (before === text) continue;
    writeFileSync(path, text, { mode: PRIVATE_FILE });
    changes.push({ part, file, what: before === null ? 'made' : 'changed' });
  }
  for (const file of readdirSync(folder)) {
    if (file in files) continue;
    rmSync(join(folder, file));
    changes.push({ part, file, what: 'removed' });
  }
  return changes;
}
