import type { Answer, TransferTo } from '#core/flow/flow-events.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import type { Asks } from './asks.ts';
import type { Mouth } from './mouth.ts';
import type { PendingAsks } from './pending-asks.ts';
import type { Afterwards } from './talk-farewell.ts';
import type { TalkTranscript } from './talk-transcript.ts';

interface HandOverParts {
  asks: Asks;
  mouth: Pick<Mouth, 'deaf' | 'hush'>;
  pending: Pick<PendingAsks, 'forgetAll'>;
  wakes: { clear(): void };
  transcript: Pick<TalkTranscript, 'addMessage' | 'endWith'>;
  finish(result: AiCallResult, afterwards: Afterwards): Promise<void>;
}

/** So long somebody is waited for whom the team hands a caller to. */
const HANDED_MS = 60_000;

/** Somebody of the team takes a caller from a flow. `begin`: from now on the flow has no say; false where it is too late for that. */
export function openHandOver(parts: HandOverParts, begin: () => boolean) {
  const { asks, mouth, pending, wakes, transcript, finish } = parts;
  const { addMessage } = transcript;
  let isUnderWay = false;

  function over(result: AiCallResult, type: MessageType, afterwards: Afterwards): void {
    isUnderWay = false;
    transcript.endWith(type, { result });
    void finish(result, afterwards);
  }

  function answered(answer: Answer): void {
    if (!isUnderWay) return;
    addMessage(MessageType.holdEnded, {});
    if (answer.ok) return over(AiCallResult.transferSucceeded, MessageType.transferred, 'handedOver');
    addMessage(MessageType.transferFailed, { why: answer.why });
    over(AiCallResult.transferFailed, MessageType.flowEnded, 'broken');
  }

  return {
    to(to: TransferTo): boolean {
      if (!begin()) return false;
      isUnderWay = true;
      pending.forgetAll();
      wakes.clear();
      mouth.deaf();
      mouth.hush();
      addMessage(MessageType.transferAsked, { to: to.kind, byTeam: true });
      addMessage(MessageType.holdStarted, {});
      asks.begin(
        { what: 'transfer', to, timeoutMs: HANDED_MS },
        { answered, brainSaid() {}, brainCalled() {}, brainDone() {}, addMessage, takesLong() {} },
      );
      return true;
    },
    /** Nobody is there to be handed on any more; false where nobody was being. */
    giveUp(): boolean {
      if (!isUnderWay) return false;
      over(AiCallResult.transferFailed, MessageType.callEnded, 'gone');
      return true;
    },
  };
}
