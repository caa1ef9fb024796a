import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A program others wrote: installed, or unpacked into the folder that `ASTERISK_TREE` names, where it need not suit this machine's libraries. */
interface FoundProgram {
  command: string[];
  /** What it takes for the root of the machine. */
  root: string;
  /** Where its libraries are, the more particular one first. */
  libraries: string[];
}

/** Null where there is none. */
export function findProgram(name: string): FoundProgram | null {
  const tree = process.env['ASTERISK_TREE'] ?? '';
  const inTree = tree ? unpacked(tree, name) : null;
  if (inTree) return inTree;
  const isInstalled = spawnSync('which', [name]).status === 0;
  return isInstalled ? { command: [name], root: '/', libraries: librariesIn('/') } : null;
}

function unpacked(root: string, name: string): FoundProgram | null {
  const program = ['usr/sbin', 'usr/bin'].map((folder) => join(root, folder, name)).find((file) => existsSync(file));
  if (!program) return null;
  const libraries = librariesIn(root);
  // It brings the libraries it was built with, and who loads them.
  const loader = [...libraries, join(root, 'lib64')]
    .flatMap((folder) => namesIn(folder).map((file) => join(folder, file)))
    .find((file) => /\/ld-linux-[^/]*\.so\.\d+$/.test(file));
  const command = loader ? [loader, '--library-path', libraries.join(':'), program] : [program];
  return { command, root, libraries };
}

const librariesIn = (root: string): string[] => [
  ...namesIn(join(root, 'usr/lib'))
    .filter((name) => name.endsWith('-linux-gnu'))
    .map((name) => join(root, 'usr/lib', name)),
  join(root, 'usr/lib'),
];

export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
