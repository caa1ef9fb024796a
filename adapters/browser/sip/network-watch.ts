/** What a browser tells of its network. */
export interface NetworkSource {
  window: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  /** Only some browsers have it; it also speaks up when merely its guess of the speed changed. */
  connection: (Pick<EventTarget, 'addEventListener' | 'removeEventListener'> & { readonly type?: string }) | null;
}

export const browserNetwork = (): NetworkSource => ({
  window,
  connection: (navigator as { connection?: NetworkSource['connection'] }).connection ?? null,
});

/** Tells when this machine is on another network than before; the answer stops it. */
export function watchNetwork({ window, connection }: NetworkSource, changed: () => void): () => void {
  let type = connection?.type;
  const maybe = (): void => {
    const before = type;
    type = connection?.type;
    if (type !== before && type !== 'none') changed();
  };
  window.addEventListener('online', changed);
  connection?.addEventListener('change', maybe);
  return () => {
    window.removeEventListener('online', changed);
    connection?.removeEventListener('change', maybe);
  };
}
