import type { ServedChannel } from '#platform/server/realtime/channels.ts';

export interface AgentSockets {
  served: ServedChannel;
  /** What happens every second: pages not heard of lately are asked for a sign of life. */
  tick(): void;
  stop(): void;
}
