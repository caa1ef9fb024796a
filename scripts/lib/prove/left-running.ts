import { childrenOf } from '../../../bench/cpu-time.ts';

const open = new Set<() => Promise<unknown>>();
const PATIENCE_MS = 25_000;

/** Something a run started; the answer takes it off the list when it was ended in order. */
export function ranFor(end: () => Promise<unknown>): () => void {
  open.add(end);
  return () => void open.delete(end);
}

/** Ends what is left, in order as long as there is patience, and then whatever this process started and its children. */
export async function endWhatIsLeft(): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([Promise.allSettled([...open].map((end) => end())), late]);
  for (const pid of descendantsOf(process.pid))
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It was faster.
    }
}

function descendantsOf(pid: number): number[] {
  const children = childrenOf(pid).map(Number);
  return [...children, ...children.flatMap(descendantsOf)];
}
