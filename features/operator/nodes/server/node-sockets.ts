import type { ServedChannel } from '#platform/server/realtime/channels.ts';

/** Tells whoever looks at the processes when one has news; nothing is read while nobody looks. */
export interface NodeSockets {
  channel: ServedChannel;
  /** A process has news. */
  refresh(): void;
}
