import { createEmitter, type Emitter } from './emitter.ts';

/** What happens when the product tells the signed-in page something of a kind. */
export type EventHandler<Body = unknown> = (body: Body) => void;

/** Delivered when a page is first told of events: what it asked for before may have changed since. */
export const EVENTS_BEGIN = 'events.begin';

const kinds = new Map<string, Emitter<unknown>>();

/** Hears of events of one kind, as `tx.push({ kind })` sends them; the answer stops it. For a feature's `start`. */
export function onEvent<Body = unknown>(kind: string, handler: EventHandler<Body>): () => void {
  const events = kinds.get(kind) ?? createEmitter<unknown>();
  kinds.set(kind, events);
  return events.subscribe((body) => handler(body as Body));
}

/** Hands an event to whoever hears its kind. A handler that fails does not keep it from the others. */
export const deliverEvent = (kind: string, body: unknown): void => kinds.get(kind)?.emit(body);
