export const isInFront = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

/** Tells when this page comes to the front or leaves it; the answer stops it. */
export function watchFront(changed: () => void): () => void {
  for (const kind of ['focus', 'blur'] as const) window.addEventListener(kind, changed);
  document.addEventListener('visibilitychange', changed);
  return () => {
    for (const kind of ['focus', 'blur'] as const) window.removeEventListener(kind, changed);
    document.removeEventListener('visibilitychange', changed);
  };
}
