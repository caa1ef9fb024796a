import { readdirSync, readFileSync } from 'node:fs';

const TICK_MS = 10;

/** What the system says of a process behind its name; null when it is gone, or where no system says it. */
function statOf(pid: number | string): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

/** The processor time processes have taken so far. */
export const cpuMsOf = (...pids: (number | string)[]): number =>
  pids.reduce<number>((sum, pid) => sum + ticksOf(statOf(pid), 11), 0);

const ticksOf = (stat: string[] | null, from: number): number =>
  stat ? (Number(stat[from]) + Number(stat[from + 1])) * TICK_MS : 0;

export function childrenOf(parent: number): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && statOf(name)?.[1] === String(parent));
  } catch {
    return [];
  }
}

/** Of a process and its children, those that ended too. */
export const familyCpuMsOf = (pid: number): number => cpuMsOf(pid, ...childrenOf(pid)) + ticksOf(statOf(pid), 13);
