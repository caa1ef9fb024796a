import { join } from 'node:path';
import { DEFAULT_NODE } from './config.ts';

/** Processes that share a data folder have names of their own: nobody takes what another one still records for left behind. */
export const recordingsFolderOf = (dataDir: string, node: string): string =>
  join(dataDir, node === DEFAULT_NODE ? 'recordings' : `recordings-${node}`);
