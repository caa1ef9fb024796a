import { flowMachine } from '#core/flow/flow-machine.ts';
import type { FlowEffect, FlowEvent } from '#core/flow/flow-events.ts';
import { openRun, type FlowRun } from '#core/flow/run.ts';
import { drive } from '#core/machine.ts';
import { openTimers } from '#core/timers.ts';
import type { Clock } from '#platform/server/clock.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import type { After } from '#platform/server/timer.ts';
import type { Asks } from './asks.ts';
import type { Mouth } from './mouth.ts';
import { openHandOver } from './hand-over.ts';
import { prepareAnswer } from './prepare-answer.ts';
import { openPendingAsks } from './open-pending-asks.ts';
import { openTalkTranscript } from './open-talk-transcript.ts';
import type { OpenTalk, TalkAsk } from './talk.ts';
import { sayFarewell, type Afterwards } from './talk-farewell.ts';
import { figures } from './talk-figures.ts';
import type { TalkMessage } from './talk-message.ts';
import type { TalkEnd } from './talks.repo.ts';

export interface TalkParts {
  mouth: Mouth;
  asks: Asks;
  clock: Clock;
  after: After;
  keep: { add(message: TalkMessage): void; end(end: TalkEnd): Promise<void> };
  /** Once, when all was said. */
  left(afterwards: Afterwards): void;
  report(problem: unknown): void;
}

/** Nobody talks to a flow for longer; what goes on after that goes round. */
export const LONGEST_TALK_MS = 3_600_000;

/**
 * Drives one conversation: what its flow decides is said, asked and told here. A flow that throws ends as a system exception, and
 * so does one whose host breaks; either way it ends once, with a result.
 */
export function openTalk(parts: TalkParts, ask: TalkAsk & { talkId: string }): OpenTalk {
  const { mouth, asks, clock, after, keep, report } = parts;
  const { talkId, tenantId, flow, caller, values = {}, language, timeZone, userId = null } = ask;
  const transcript = openTalkTranscript(talkId, clock, keep);
  const { addMessage } = transcript;
  const pending = openPendingAsks({ asks, mouth, addMessage, send });
  const wakes = openTimers(after);
  const steps = new Set<() => void>();
  const over = Promise.withResolvers<AiCallResult>();
  const unheard = Promise.withResolvers<void>();
  let isBroken = false;
  let isEnding = false;

  const driven = drive<FlowRun, FlowEvent & { nowMs: number }, FlowEffect>(
    flowMachine,
    openRun(flow, { caller, values, ...(language && { language }), ...(timeZone && { timeZone }) }),
    (effect) => perform(effect),
  );

  const handOver = openHandOver({ asks, mouth, pending, wakes, transcript, finish }, () => {
    if (isEnding || isBroken || isHandedOn(driven.current())) return false;
    return (isBroken = true);
  });

  const stopLimit = after(LONGEST_TALK_MS, () => send({ type: 'stopped', why: 'timeLimit' }));

  function send(event: FlowEvent): void {
    if (isBroken) return;
    try {
      driven.send({ ...event, nowMs: clock.nowMs() });
    } catch (problem) {
      report(problem);
      breakOff();
      isBroken = true;
    }
    for (const step of steps) step();
  }

  /** Something that should not happen did: this conversation ends, others go on. */
  function breakOff(): void {
    if (isEnding) return;
    isBroken = true;
    addMessage(MessageType.flowFailed, { why: 'broken' });
    transcript.endWith(MessageType.flowEnded, { result: AiCallResult.systemException });
    void finish(AiCallResult.systemException, 'broken');
  }

  function perform(effect: FlowEffect): void {
    switch (effect.type) {
      case 'say':
        return mouth.say(effect.sayId, effect.line, effect.mayInterrupt);
      case 'hush':
        return mouth.hush();
      case 'listen':
        return mouth.listen(effect);
      case 'deaf':
        return mouth.deaf();
      case 'language':
        return mouth.speak(effect.language);
      case 'ask':
        return pending.begin(effect.askId, effect.ask);
      case 'forget':
        return pending.forget(effect.askId);
      case 'wake':
        return wakes.later(effect.afterMs, () => send({ type: 'timeUp', wakeId: effect.wakeId }));
      case 'addMessage':
        return transcript.addFlowMessage(effect.message);
      case 'end':
        return void finish(effect.result, effect.afterwards);
    }
  }

  async function finish(result: AiCallResult, afterwards: Afterwards): Promise<void> {
    if (isEnding) return;
    isEnding = true;
    stopLimit();
    pending.forgetAll();
    wakes.clear();
    await sayFarewell({ ...parts, transcript }, afterwards, unheard.promise);
    const { values: variables, language: spoken } = driven.current();
    await keep
      .end({ endedMs: clock.nowMs(), result, ...figures(transcript.messages()), variables, language: spoken })
      .catch(report);
    over.resolve(result);
    for (const step of steps) step();
  }

  const likely = (event: FlowEvent): void =>
    void (isBroken || isEnding || prepareAnswer(mouth, driven.current(), event, clock.nowMs()));
  mouth.begin({ event: send, likely, addMessage, broke: breakOff });

  return {
    talkId,
    tenantId,
    userId,
    over: over.promise,
    send,
    begin: () => send({ type: 'begun' }),
    addMessage,
    current: driven.current,
    messages: transcript.messages,
    onMessage: transcript.onMessage,
    callerGone() {
      if (!handOver.giveUp()) send({ type: 'callerGone' });
      unheard.resolve();
    },
    stop(why) {
      if (!handOver.giveUp()) send({ type: 'stopped', why });
      if (why === 'server') unheard.resolve();
    },
    handTo: handOver.to,
    pending: () => ({ asks: pending.count(), wakes: wakes.running() }),
    onStep(listener) {
      steps.add(listener);
      return () => void steps.delete(listener);
    },
  };
}

/** Its node hands the caller on, or takes down what they leave. */
const isHandedOn = ({ flow, at, asking }: FlowRun): boolean =>
  asking !== null && ['transfer', 'voicemail'].includes(flow.nodes.find(({ id }) => id === at)?.kind ?? '');
