import type { FlowMessage } from '#core/flow/flow-events.ts';
import type { MessageType } from '#shared/codes/message-type.ts';
import type { TalkMessage } from './talk-message.ts';

/** Everything told of one conversation, in order. The row that ends it is the last, whenever its flow came to an end. */
export interface TalkTranscript {
  /** A row of whoever holds the conversation, at the node it is at. Nothing once it is closed. */
  addMessage(type: MessageType, info: Readonly<Record<string, unknown>>): void;
  /** A row of the flow, which names the node; one that ends the conversation waits until the last words have sounded. */
  addFlowMessage(message: FlowMessage): void;
  /** The conversation ends with this row, whatever its flow wanted. */
  endWith(type: MessageType, info: Readonly<Record<string, unknown>>): void;
  /** Tells the row that ends it; nothing follows. */
  close(): void;
  messages(): readonly TalkMessage[];
  onMessage(listener: (message: TalkMessage) => void): () => void;
}
