/** What the host site's button and this page tell each other, when the page stands in a frame. */
export interface Embedding {
  isEmbedded: boolean;
  send(kind: 'ready' | 'close' | 'begun' | 'unread', more?: { unread: number }): void;
  /** Whether the visitor sees the page, and whom the host site says it is; the answer stops it. */
  onMessage(
    listener: (message: {
      shown?: boolean;
      identity?: string | null;
      /** The host site's visitor wants to call. */ call?: boolean;
    }) => void,
  ): () => void;
}

export function openEmbedding(key: string): Embedding {
  const isEmbedded = window.parent !== window;
  return {
    isEmbedded,
    // To whatever site has us: our policy names those that may, and what is told is no secret.
    send: (kind, more = { unread: 0 }) =>
      isEmbedded && window.parent.postMessage({ openseat: key, kind, ...more }, '*'),
    onMessage(listener) {
      const listen = (event: MessageEvent): void => {
        const message = event.data as {
          openseat?: string;
          shown?: boolean;
          identity?: string | null;
          call?: boolean;
        } | null;
        if (event.source === window.parent && message?.openseat === key) listener(message);
      };
      window.addEventListener('message', listen);
      return () => window.removeEventListener('message', listen);
    },
  };
}
