import { flowMachine } from '#core/flow/flow-machine.ts';
import type { FlowEffect, FlowEvent } from '#core/flow/flow-events.ts';
import { openRun, type FlowRun } from '#core/flow/run.ts';
import { drive } from '#core/machine.ts';
import type { Clock } from '#platform/server/clock.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import type { After } from '#platform/server/timer.ts';
import type { AskListener, Asks } from './asks.ts';
import type { Mouth } from './mouth.ts';
import type { Talk, TalkAsk } from './talk.ts';
import { talkMessage, type TalkMessage } from './talk-message.ts';
import type { TalkEnd } from './talks.repo.ts';

export interface TalkParts {
  mouth: Mouth;
  asks: Asks;
  clock: Clock;
  after: After;
  keep: { add(message: TalkMessage): void; end(end: TalkEnd): Promise<void> };
  /** Once, when all was said. `hangUp`: the call is to end. `broken`: somebody else must have the caller. */
  left(afterwards: 'hangUp' | 'handedOver' | 'gone' | 'broken'): void;
  report(problem: unknown): void;
}

export interface OpenTalk extends Talk {
  send(event: FlowEvent): void;
  /** Asks that were not answered, and timers that run. */
  pending(): { asks: number; wakes: number };
  /** After every step. */
  onStep(listener: () => void): () => void;
  begin(): void;
  /** A row of whoever holds the conversation. */
  tell(type: MessageType, info: Readonly<Record<string, unknown>>): void;
}

/** Longer than any line is said: then whoever should have said it is taken to be dead. */
const FAREWELL_MS = 60_000;
/** Nobody talks to a flow for longer; what goes on after that goes round. */
export const LONGEST_TALK_MS = 3_600_000;

/**
 * Drives one conversation: what its flow decides is said, asked and told here. A flow that throws ends as a system exception, and
 * so does one whose host breaks; either way it ends once, with a result.
 */
export function openTalk(parts: TalkParts, ask: TalkAsk & { talkId: string }): OpenTalk {
  const { mouth, asks, clock, after, keep, left, report } = parts;
  const { talkId, tenantId, flow, caller, values = {}, language, timeZone, userId = null } = ask;
  const startedMs = clock.nowMs();
  const messages: TalkMessage[] = [];
  const listeners = new Set<(message: TalkMessage) => void>();
  const steps = new Set<() => void>();
  const forgets = new Map<number, () => void>();
  const timers = new Set<() => void>();
  let nodeId: FlowRun['at'] = null;
  let broke = false;
  /** Told when the last words have sounded: nothing follows it. */
  let lastRow: { type: MessageType; at: FlowRun['at']; info: Readonly<Record<string, unknown>> } | null = null;
  let isClosed = false;
  let ended: ((result: AiCallResult) => void) | null = null;
  /** Nobody is there any more to hear the last words. */
  const unheard = Promise.withResolvers<void>();
  const over = new Promise<AiCallResult>((resolve) => void (ended = resolve));

  const driven = drive<FlowRun, FlowEvent & { nowMs: number }, FlowEffect>(
    flowMachine,
    openRun(flow, { caller, values, ...(language && { language }), ...(timeZone && { timeZone }) }),
    (effect) => perform(effect),
  );

  const stopLimit = after(LONGEST_TALK_MS, () => send({ type: 'stopped', why: 'timeLimit' }));

  function send(event: FlowEvent): void {
    if (broke) return;
    try {
      driven.send({ ...event, nowMs: clock.nowMs() });
    } catch (problem) {
      report(problem);
      breakOff();
      broke = true;
    }
    for (const step of steps) step();
  }

  /** Something that should not happen did: this conversation ends, others go on. */
  function breakOff(): void {
    if (!ended) return;
    broke = true;
    tell(MessageType.flowFailed, nodeId, { why: 'broken' });
    lastRow = { type: MessageType.flowEnded, at: nodeId, info: { result: AiCallResult.systemException } };
    void finish(AiCallResult.systemException, 'broken');
  }

  function tell(type: MessageType, at: FlowRun['at'], info: Readonly<Record<string, unknown>>): void {
    if (isClosed) return;
    const message = talkMessage(
      { callId: talkId, no: messages.length + 1, startedMs, nowMs: clock.nowMs() },
      type,
      at,
      info,
    );
    messages.push(message);
    keep.add(message);
    for (const listener of listeners) listener(message);
  }

  function fromFlow(type: MessageType, at: FlowRun['at'], info: Readonly<Record<string, unknown>>): void {
    nodeId = at;
    if (MessageType.row(type).endsRound) lastRow = { type, at, info };
    else tell(type, at, info);
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
        return begin(effect.askId, effect.ask);
      case 'forget':
        return forget(effect.askId);
      case 'wake':
        return wake(effect.wakeId, effect.afterMs);
      case 'tell':
        return fromFlow(effect.message.type, effect.message.nodeId, effect.message.info);
      case 'end':
        return void finish(effect.result, effect.afterwards);
    }
  }

  function begin(askId: number, wanted: Parameters<Asks['begin']>[0]): void {
    const answer: AskListener['answered'] = (told) => {
      forgets.delete(askId);
      send({ type: 'answered', askId, answer: told });
    };
    if (wanted.what === 'detect' || wanted.what === 'detectLanguage') {
      let wantedStill = true;
      forgets.set(askId, () => void (wantedStill = false));
      const detected =
        wanted.what === 'detect' ? mouth.detect(wanted.maxMs) : mouth.detectLanguage(wanted.among, wanted.maxMs);
      void detected.then((told) => wantedStill && answer(told));
      return;
    }
    // An answer may come before `begin` returns.
    forgets.set(askId, () => {});
    const stop = asks.begin(wanted, {
      answered: answer,
      brainSaid: (sentence) => send({ type: 'brainSaid', askId, sentence }),
      brainCalled: (call) => send({ type: 'brainCalled', askId, ...call }),
      brainDone(text, failed) {
        forgets.delete(askId);
        send({ type: 'brainDone', askId, text, failed });
      },
      tell: (type, info) => tell(type, nodeId, info),
      takesLong: () => mouth.bridge(),
    });
    if (forgets.has(askId)) forgets.set(askId, stop);
  }

  function forget(askId: number): void {
    const stop = forgets.get(askId);
    forgets.delete(askId);
    stop?.();
  }

  function wake(wakeId: number, afterMs: number): void {
    const stop = after(afterMs, () => {
      timers.delete(stop);
      send({ type: 'timeUp', wakeId });
    });
    timers.add(stop);
  }

  async function finish(result: AiCallResult, afterwards: 'hangUp' | 'handedOver' | 'gone' | 'broken'): Promise<void> {
    const tellOver = ended;
    if (!tellOver) return;
    ended = null;
    stopLimit();
    for (const askId of forgets.keys()) forget(askId);
    for (const stop of timers) stop();
    timers.clear();
    try {
      if (afterwards === 'hangUp')
        await Promise.race([
          mouth.drained(),
          unheard.promise,
          new Promise<void>((resolve) => void after(FAREWELL_MS, resolve)),
        ]);
      // From here on the mouth tells nothing more.
      const closing = mouth.close();
      tellLast();
      await closing;
      left(afterwards);
    } catch (problem) {
      report(problem);
    }
    tellLast();
    await keep
      .end({
        endedMs: clock.nowMs(),
        result,
        ...figures(messages),
        variables: driven.current().values,
        language: driven.current().language,
      })
      .catch(report);
    tellOver(result);
    for (const step of steps) step();
  }

  function tellLast(): void {
    if (lastRow) tell(lastRow.type, lastRow.at, lastRow.info);
    lastRow = null;
    isClosed = true;
  }

  mouth.begin({ event: send, tell: (type, info) => tell(type, nodeId, info), broke: breakOff });

  return {
    talkId,
    tenantId,
    userId,
    over,
    send,
    begin: () => send({ type: 'begun' }),
    tell: (type, info) => tell(type, nodeId, info),
    current: driven.current,
    messages: () => messages,
    onMessage(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    callerGone() {
      send({ type: 'callerGone' });
      unheard.resolve();
    },
    stop(why) {
      send({ type: 'stopped', why });
      if (why === 'server') unheard.resolve();
    },
    pending: () => ({ asks: forgets.size, wakes: timers.size }),
    onStep(listener) {
      steps.add(listener);
      return () => void steps.delete(listener);
    },
  };
}

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
