import { availableParallelism } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { MachineLoad } from './engine-parts.ts';

/** Conversations of flows one core bears beside the calls of people: sound is mixed and listened to in this process. */
const FLOWS_EACH_CORE = 30;
/** Sound of every call waits as long as this process does: beyond it nobody is called to be kept waiting. */
const LATE_MS = 120;
const NANOSECONDS = 1_000_000;

/** What this machine bears, by how late it is with what it does. */
export function openMachineLoad(cores = availableParallelism()): MachineLoad & { stop(): void } {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  let isLate = false;
  // Of the last seconds alone, not of all time.
  const timer = setInterval(() => {
    isLate = delay.percentile(95) / NANOSECONDS > LATE_MS;
    delay.reset();
  }, 2_000);
  timer.unref();
  return {
    roomForFlows: (underWay) => (isLate ? 0 : Math.max(0, cores * FLOWS_EACH_CORE - underWay)),
    stop() {
      clearInterval(timer);
      delay.disable();
    },
  };
}
