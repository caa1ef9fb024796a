import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a running PostgreSQL says about itself in `postmaster.pid` (the same lines pg_ctl reads). */
export interface PidFile {
  pid: number;
  port: number | undefined;
  ready: boolean;
}

export function readPidFile(data: string): PidFile | undefined {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Math.abs(Number(lines[0]));
    if (!pid) return undefined;
    return { pid, port: Number(lines[3]) || undefined, ready: lines[7]?.trim() === 'ready' };
  } catch {
    return undefined;
  }
}
