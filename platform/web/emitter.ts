/** Tells listeners in this page that something happened. */
export interface Emitter<Event = void> {
  emit(event: Event): void;
  /** The answer stops it. */
  subscribe(listener: (event: Event) => void): () => void;
}

/**
 * Keeps listeners and tells each of them. A listener that fails is reported and keeps nothing from the others; one that
 * left because of what another did is not told any more; one that came meanwhile is told the next time.
 */
export function createEmitter<Event = void>(): Emitter<Event> {
  const subscriptions = new Set<{ listener: (event: Event) => void }>();
  return {
    emit(event) {
      for (const subscription of Array.from(subscriptions)) {
        if (!subscriptions.has(subscription)) continue;
        try {
          subscription.listener(event);
        } catch (error) {
          reportError(error);
        }
      }
    },
    subscribe(listener) {
      // An object of its own: whoever listens twice is told twice, and stops each by itself.
      const subscription = { listener };
      subscriptions.add(subscription);
      return () => void subscriptions.delete(subscription);
    },
  };
}
