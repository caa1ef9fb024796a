import { createStore, type ReadableStore } from '#platform/web/store.ts';

/** What the host site's button and this page tell each other, when the page stands in a frame. */
export interface Embedding {
  isEmbedded: boolean;
  /** Whether the visitor sees the page: holds from the moment its site says so, not from when the page is drawn anew. */
  isShown: ReadableStore<boolean>;
  send(kind: 'ready' | 'close' | 'begun' | 'unread', more?: { unread: number }): void;
  /** Whom the host site says the visitor is; the answer stops it. */
  onMessage(
    listener: (message: {
      identity?: string | null;
      /** The host site's visitor wants to call. */ call?: boolean;
    }) => void,
  ): () => void;
}

export function openEmbedding(key: string): Embedding {
  const isEmbedded = window.parent !== window;
  const isOurs = (event: MessageEvent): boolean =>
    event.source === window.parent && (event.data as { openseat?: string } | null)?.openseat === key;
  const isShown = createStore(!isEmbedded);
  window.addEventListener('message', (event) => {
    const { shown } = isOurs(event) ? (event.data as { shown?: boolean }) : {};
    if (shown !== undefined) isShown.set(shown);
  });
  return {
    isEmbedded,
    isShown,
    // To whatever site has us: our policy names those that may, and what is told is no secret.
    send: (kind, more = { unread: 0 }) =>
      isEmbedded && window.parent.postMessage({ openseat: key, kind, ...more }, '*'),
    onMessage(listener) {
      const listen = (event: MessageEvent): void => {
        if (isOurs(event)) listener(event.data as Parameters<typeof listener>[0]);
      };
      window.addEventListener('message', listen);
      return () => window.removeEventListener('message', listen);
    },
  };
}
