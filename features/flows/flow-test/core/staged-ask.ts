import { stagedAsks, type StagedAsk } from '#core/flow/staged.ts';
import { endsRound, type TestMessage } from './test-messages.ts';

/** What the test waits for the tester to play: the last that was asked for, unless it was played or the conversation is over. */
export function stagedAskOf(messages: readonly TestMessage[]): StagedAsk | null {
  const last = messages.findLast(
    (message) => message['asks'] !== undefined || message['staged'] !== undefined || endsRound(message),
  );
  return stagedAsks.find((one) => one === last?.['asks']) ?? null;
}
