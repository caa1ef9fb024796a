import type { Answer, TransferTo } from '#core/flow/flow-events.ts';

/**
 * What a conversation may do with the call it is held on; whoever has the call gives these. Each answers once. While one is under
 * way the caller hears what the call plays, and the mouth waits. After an `ok` transfer, callback or voicemail the call belongs to
 * somebody else and the conversation ends as handed over.
 */
export interface CallHands {
  transfer(to: TransferTo, timeoutMs: number): Promise<Answer>;
  callback(groupId: number, number: string): Promise<Answer>;
  voicemail(mailbox: string, maxMs: number): Promise<Answer>;
  record(on: boolean): Promise<Answer>;
  survey(maxKey: number): Promise<Answer>;
  /** The conversation is over and wants the call to be. */
  hangUp(): void;
}
