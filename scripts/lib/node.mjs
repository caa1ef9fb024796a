import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { root } from './root.mjs';
import { Stop } from './run.mjs';

const NEEDED = 24;

/** The Node that npm installed for this platform, else the machine's own if it is new enough. */
export function findNode() {
  const pinned = join(
    root,
    'node_modules',
    `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  // It may be there and not run: on a Linux without glibc.
  if (existsSync(pinned) && spawnSync(pinned, ['--version']).status === 0) return pinned;
  if (Number.parseInt(process.versions.node, 10) >= NEEDED) return process.execPath;
  throw new Stop(
    `OpenSeat needs Node ${NEEDED} or newer, this is ${process.versions.node}: install it and run the command again.`,
  );
}

/** The environment in which `node` means that Node, for the programs our programs start. */
export function environmentOf(node) {
  return { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
}
