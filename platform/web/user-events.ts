/** What happens when the product tells the signed-in page something of a kind. */
export type EventHandler<Body = unknown> = (body: Body) => void;

/** Delivered when a page is first told of events: what it asked for before may have changed since. */
export const EVENTS_BEGIN = 'events.begin';

const handlers = new Map<string, Set<EventHandler<never>>>();

/** Hears of events of one kind, as `tx.push({ kind })` sends them; the answer stops it. For a feature's `start`. */
export function onEvent<Body = unknown>(kind: string, handler: EventHandler<Body>): () => void {
  const known = handlers.get(kind) ?? new Set();
  handlers.set(kind, known.add(handler));
  return () => void known.delete(handler);
}

/** Hands an event to whoever hears its kind. A handler that fails does not keep it from the others. */
export function deliverEvent(kind: string, body: unknown): void {
  for (const handler of Array.from(handlers.get(kind) ?? [])) {
    try {
      handler(body as never);
    } catch (error) {
      reportError(error);
    }
  }
}
