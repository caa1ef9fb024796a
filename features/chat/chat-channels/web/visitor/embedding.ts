/** What the host site's button and this page tell each other, when the page stands in a frame. */
export interface Embedding {
  isEmbedded: boolean;
  tell(kind: 'ready' | 'close' | 'begun' | 'unread', more?: { unread: number }): void;
  /** Whether the visitor sees the page, and whom the host site says it is; the answer stops it. */
  hear(
    heard: (said: {
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
    tell: (kind, more = { unread: 0 }) =>
      isEmbedded && window.parent.postMessage({ openseat: key, kind, ...more }, '*'),
    hear(heard) {
      const listen = (event: MessageEvent): void => {
        const said = event.data as {
          openseat?: string;
          shown?: boolean;
          identity?: string | null;
          call?: boolean;
        } | null;
        if (event.source === window.parent && said?.openseat === key) heard(said);
      };
      window.addEventListener('message', listen);
      return () => window.removeEventListener('message', listen);
    },
  };
}
