import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A program others wrote: installed, or unpacked into a folder, where it need not suit this machine's libraries. */
export interface FoundProgram {
  command: string[];
  /** What it takes for the root of the machine. */
  root: string;
  /** Where its libraries are, the more particular one first. */
  libraries: string[];
}

/** A program and where it looks for its modules. */
export interface ModularProgram {
  command: string[];
  modules: string;
  /** Where its sounds and documentation are. */
  data: string;
}

/** Null where there is none. What lies in the folder that `ASTERISK_TREE` names comes before what is installed. */
export function findProgram(name: string, tree = process.env['ASTERISK_TREE'] ?? ''): FoundProgram | null {
  const inTree = tree ? unpacked(tree, name) : null;
  if (inTree) return inTree;
  const installed = ['/usr/sbin', '/usr/bin', '/usr/local/sbin']
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));
  return installed ? { command: [installed], root: '/', libraries: librariesIn('/') } : null;
}

/** Null where there is none. */
export const findAsterisk = (tree?: string): ModularProgram | null =>
  withModules(findProgram('asterisk', tree), 'asterisk');
export const findKamailio = (tree?: string): ModularProgram | null =>
  withModules(findProgram('kamailio', tree), 'kamailio');

function withModules(found: FoundProgram | null, name: string): ModularProgram | null {
  const modules = found?.libraries.map((folder) => join(folder, name, 'modules')).find((folder) => existsSync(folder));
  return found && modules ? { command: found.command, modules, data: join(found.root, 'usr/share', name) } : null;
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
