const works = new Set<() => Promise<void>>();

/** Has something done before the session ends by the person's wish; it must end by itself. The answer stops it. */
export function onSigningOut(work: () => Promise<void>): () => void {
  works.add(work);
  return () => void works.delete(work);
}

/** Does it, for whoever ends the session; null when there is nothing to wait for. What fails keeps nobody signed in. */
export const beforeSigningOut = (): Promise<unknown> | null =>
  works.size === 0 ? null : Promise.allSettled(Array.from(works, (work) => work()));
