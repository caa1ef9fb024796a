import { confirm } from './ui/confirm.tsx';
import type { Question } from './ui/confirm-question.ts';

const works = new Set<() => Promise<void>>();
const worries = new Set<() => Question | null>();

/** Has something done before the session ends by the person's wish; it must end by itself. The answer stops it. */
export function onSigningOut(work: () => Promise<void>): () => void {
  works.add(work);
  return () => void works.delete(work);
}

/** Does it, for whoever ends the session; null when there is nothing to wait for. What fails keeps nobody signed in. */
export const beforeSigningOut = (): Promise<unknown> | null =>
  works.size === 0 ? null : Promise.allSettled(Array.from(works, (work) => work()));

/** Has the person asked before they end the session, as long as there is a question; the answer stops it. */
export function askBeforeSigningOut(question: () => Question | null): () => void {
  worries.add(question);
  return () => void worries.delete(question);
}

/** Whether the person ends the session now, knowing what ends with it. Whatever ends it by their wish asks this first. */
export async function maySignOut(): Promise<boolean> {
  for (const worry of worries) {
    const question = worry();
    if (question && !(await confirm(question))) return false;
  }
  return true;
}
