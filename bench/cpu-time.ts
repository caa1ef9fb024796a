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

/** The processor time a process has taken so far. */
export function cpuMsOf(pid: number): number {
  const stat = statOf(pid);
  return stat ? (Number(stat[11]) + Number(stat[12])) * TICK_MS : 0;
}

/** The same with its children, those that ended too. */
export function familyCpuMsOf(pid: number): number {
  const stat = statOf(pid);
  if (!stat) return 0;
  const living = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && statOf(name)?.[1] === String(pid));
  return cpuMsOf(pid) + (Number(stat[13]) + Number(stat[14])) * TICK_MS + living.reduce((sum, child) => sum + cpuMsOf(Number(child)), 0);
}
