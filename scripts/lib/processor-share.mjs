import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

const LOOK_MS = 1_000;
const busy = `const until = performance.now() + ${LOOK_MS}; while (performance.now() < until);`;

/**
 * How much of its processors this machine gives us now, between 0 and 1: every core is asked for everything for a second.
 * Less than all when other processes work here, or when the machine is a guest and its host gives the time to others.
 */
export async function processorShare(cores = availableParallelism()) {
  const [before, startedAt] = [process.cpuUsage(), performance.now()];
  await Promise.all(
    Array.from({ length: cores }, () => new Worker(busy, { eval: true })).map(
      (worker) => new Promise((resolve, reject) => worker.once('exit', resolve).once('error', reject)),
    ),
  );
  const { user, system } = process.cpuUsage(before);
  return Math.min(1, (user + system) / 1_000 / ((performance.now() - startedAt) * cores));
}
