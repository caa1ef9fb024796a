import { MessageType } from '#shared/codes/message-type.ts';
import type { TalkMessage } from './talk-message.ts';

const TURNS: ReadonlySet<MessageType> = new Set([MessageType.userSaid, MessageType.userPressedKeys]);

/** What lists show of a conversation: how often the caller took a turn, and how fast the flow answered. */
export function figures(messages: readonly TalkMessage[]): { turns: number; latencyMs: number | null } {
  const latencies = messages.filter(({ msgType }) => msgType === MessageType.latency).map(({ time_ms: ms }) => ms);
  return {
    turns: messages.filter(({ msgType }) => TURNS.has(msgType)).length,
    latencyMs:
      latencies.length === 0 ? null : Math.round(latencies.reduce((sum, ms) => sum + ms, 0) / latencies.length),
  };
}
