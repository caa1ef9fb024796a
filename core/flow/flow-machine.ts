import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import type { Step } from '../machine.ts';
import type { FlowEffect, FlowEvent, FlowLine } from './flow-events.ts';
import { change, hush, next, quiet, emitMessage, type FlowTurn } from './flow-turn.ts';
import type { Flow, NodeId } from './flow.ts';
import { fill } from './fill.ts';
import { kindOf } from './kinds/index.ts';
import { filled, lineOf } from './line-of.ts';
import type { NodeTurn } from './node-kind.ts';
import { settingsOf } from './node-settings.ts';
import { moodOf } from './mood.ts';
import { leaningOnceHeard, resultOfEnding, resultOfHangUp } from './result.ts';
import { HEARD_MOST, MAX_JUMPS, MAX_STEPS, MAX_VISITS, customerValue, type FlowRun } from './run.ts';

/** What a conversation does about something that happened. */
export function flowMachine(run: FlowRun, event: FlowEvent & { nowMs: number }): Step<FlowRun, FlowEffect> {
  if (run.result !== null) return { state: run, effects: [] };
  const turn: FlowTurn = {
    run,
    nowMs: event.nowMs,
    effects: [],
    steps: 0,
    byCaller: event.type === 'heard' || event.type === 'key',
    spoke: false,
  };
  happened(turn, event);
  return { state: turn.run, effects: turn.effects };
}

function happened(turn: FlowTurn, event: FlowEvent): void {
  const { run } = turn;
  switch (event.type) {
    case 'begun':
      return run.at === null ? begin(turn) : undefined;
    case 'callerGone':
      return finish(turn, resultOfHangUp(run, turn.nowMs), 'gone');
    case 'stopped':
      if (event.why === 'timeLimit') emitMessage(turn, MessageType.timeLimitReached, {});
      quiet(turn);
      hush(turn);
      return finish(
        turn,
        event.why === 'timeLimit'
          ? AiCallResult.timeoutHangup
          : event.why === 'tester'
            ? AiCallResult.agentQuickHangup
            : AiCallResult.systemException,
        'hangUp',
      );
    case 'said':
      if (!run.saying.includes(event.sayId)) return;
      change(turn, {
        saying: run.saying.filter((id) => id !== event.sayId),
        ...(event.wasCut
          ? { cut: run.cut ?? { sayId: event.sayId, part: event.part ?? '' } }
          : { saidUpTo: event.sayId }),
      });
      // The lines after a cut one are dropped with it; that is one interruption.
      if (event.wasCut && run.cut === null)
        emitMessage(turn, MessageType.userInterrupted, event.part === undefined ? {} : { part: event.part });
      // Several lines said one after another are one saying to the node.
      return turn.run.saying.length > 0 ? undefined : toNode(turn, event);
    case 'heard': {
      const utterance = {
        text: event.text.slice(0, HEARD_MOST).toWellFormed(),
        phrase: event.phrase,
        confidence: event.confidence,
      };
      emitMessage(turn, MessageType.userSaid, { text: utterance.text, confidence: utterance.confidence });
      emitMood(turn, utterance.text);
      change(turn, { heard: utterance, callerTookPart: true, leaning: leaningOnceHeard(run.leaning) });
      return toNode(turn, { ...event, text: utterance.text });
    }
    case 'key':
      if (!/^[0-9*#]$/.test(event.key)) return;
      emitMessage(turn, MessageType.userPressedKeys, { keys: event.key });
      change(turn, {
        callerTookPart: true,
        leaning: leaningOnceHeard(run.leaning),
        keysAhead: (run.keysAhead + event.key).slice(-32),
      });
      return toNode(turn, event);
    case 'silent':
      return run.listening === event.listenId ? toNode(turn, event) : undefined;
    case 'answered':
    case 'brainSaid':
    case 'brainCalled':
    case 'brainDone':
      if (run.asking !== event.askId || (event.type !== 'answered' && !run.asksBrain)) return;
      if (event.type === 'answered' || event.type === 'brainDone') change(turn, { asking: null });
      // A model that could not even be asked has said nothing.
      return toNode(
        turn,
        event.type === 'answered' && run.asksBrain
          ? { type: 'brainDone', askId: event.askId, text: '', failed: true }
          : event,
      );
    case 'timeUp':
      if (run.waking !== event.wakeId) return;
      change(turn, { waking: null });
      return toNode(turn, event);
  }
}

function begin(turn: FlowTurn): void {
  change(turn, { begunMs: turn.nowMs });
  emitMessage(turn, MessageType.callStarted, {});
  enter(turn, turn.run.flow.nodes.find(({ kind }) => kind === 'start')?.id);
}

function toNode(turn: FlowTurn, event: FlowEvent): void {
  const node = turn.run.flow.nodes.find(({ id }) => id === turn.run.at);
  const kind = node && kindOf(node.kind);
  const settings = node && settingsOf(node);
  if (node && kind?.on && settings) kind.on(nodeTurn(turn, node.id, settings), event);
}

/** Undefined: the way ends here. */
function enter(turn: FlowTurn, id: NodeId | undefined): void {
  const node = turn.run.flow.nodes.find((candidate) => candidate.id === id);
  if (!node) return comeBackOrFinish(turn);
  const kind = kindOf(node.kind);
  const settings = settingsOf(node);
  const visits = (Object.hasOwn(turn.run.visits, node.id) ? turn.run.visits[node.id]! : 0) + 1;
  turn.steps += 1;
  change(turn, { at: node.id, memory: null, visits: { ...turn.run.visits, [node.id]: visits } });
  if (!kind || !settings) return fail(turn, 'unknownNode');
  if (visits > MAX_VISITS || turn.steps > MAX_STEPS) {
    emitMessage(turn, MessageType.maxVisits, { visits });
    return fail(turn, 'circle');
  }
  emitMessage(turn, kind.trigger, { name: node.name });
  kind.enter(nodeTurn(turn, node.id, settings));
}

function comeBackOrFinish(turn: FlowTurn): void {
  const { stack } = turn.run;
  const back = stack.at(-1);
  if (!back) return finish(turn, resultOfEnding(turn.run), 'hangUp');
  change(turn, { flow: back.flow, at: back.at, visits: back.visits, stack: stack.slice(0, -1) });
  emitMessage(turn, MessageType.flowReturned, {});
  follow(turn, back.at, 'done');
}

/** Leaves a node: nothing it asked for matters any more. */
function follow(turn: FlowTurn, from: NodeId, branch: string): void {
  quiet(turn);
  if (turn.byCaller && !turn.spoke) hush(turn);
  const to = turn.run.flow.edges.find((edge) => edge.from === from && edge.branch === branch)?.to;
  emitMessage(turn, MessageType.botNode, { branch, branches: [{ branch, flowNodeID: to ?? '' }] });
  enter(turn, to);
}

function fail(turn: FlowTurn, why: string): void {
  emitMessage(turn, MessageType.flowFailed, { why });
  finish(turn, AiCallResult.systemException, 'hangUp');
}

function finish(turn: FlowTurn, result: AiCallResult, afterwards: 'hangUp' | 'handedOver' | 'gone'): void {
  quiet(turn);
  emitMessage(
    turn,
    afterwards === 'handedOver'
      ? MessageType.transferred
      : afterwards === 'gone'
        ? MessageType.callEnded
        : MessageType.flowEnded,
    { result },
  );
  change(turn, { result });
  turn.effects.push({ type: 'end', result, afterwards });
}

function emitMood(turn: FlowTurn, text: string): void {
  const mood = moodOf(text);
  if (mood !== 'even') emitMessage(turn, MessageType.moodDetected, { mood });
}

/** What the kind of the present node may do; deaf to it once the node was left. */
function nodeTurn<Settings>(turn: FlowTurn, node: NodeId, settings: Settings): NodeTurn<Settings> {
  let left = false;
  const here = (act: () => void): void => void (left || act());
  const leaving = (act: () => void): void =>
    here(() => {
      left = true;
      act();
    });
  const sayLine = ({ text, language, soundId }: FlowLine, mayInterrupt: boolean): boolean => {
    if (left || (text.trim() === '' && soundId === null)) return false;
    const sayId = next(turn);
    turn.spoke = true;
    change(turn, {
      saying: [...turn.run.saying, sayId],
      lastLine: text,
      cut: turn.run.saying.length === 0 ? null : turn.run.cut,
    });
    turn.effects.push({ type: 'say', sayId, line: { text, language, soundId }, mayInterrupt });
    emitMessage(turn, soundId === null ? MessageType.aiSaid : MessageType.aiPlayed, {
      text,
      ...(soundId !== null && { soundId }),
    });
    return true;
  };

  return {
    settings,
    nowMs: turn.nowMs,
    get run() {
      return turn.run;
    },
    memory: <M>() => turn.run.memory as M | null,
    remember: (memory) => here(() => change(turn, { memory })),
    say: (spoken, { mayInterrupt = true } = {}) => sayLine(lineOf(spoken, turn.run), mayInterrupt),
    sayText: (text, { mayInterrupt = true } = {}) =>
      sayLine({ text, language: turn.run.language, soundId: null }, mayInterrupt),
    hush: () => here(() => hush(turn)),
    listen: ({ phrases = [], silenceMs }) =>
      here(() => {
        const listenId = next(turn);
        change(turn, { listening: listenId });
        turn.effects.push({ type: 'listen', listenId, phrases, silenceMs });
      }),
    deaf: () =>
      here(() => {
        if (turn.run.listening !== null) turn.effects.push({ type: 'deaf' });
        change(turn, { listening: null });
      }),
    takeKeys(count) {
      if (left) return '';
      const taken = turn.run.keysAhead.slice(0, count);
      change(turn, { keysAhead: turn.run.keysAhead.slice(taken.length) });
      return taken;
    },
    ask: (ask) =>
      here(() => {
        if (turn.run.asking !== null) turn.effects.push({ type: 'forget', askId: turn.run.asking });
        const askId = next(turn);
        change(turn, { asking: askId, asksBrain: ask.what === 'brain' });
        turn.effects.push({ type: 'ask', askId, ask });
      }),
    forget: () =>
      here(() => {
        if (turn.run.asking !== null) turn.effects.push({ type: 'forget', askId: turn.run.asking });
        change(turn, { asking: null });
      }),
    wake: (afterMs) =>
      here(() => {
        const wakeId = next(turn);
        change(turn, { waking: wakeId });
        turn.effects.push({ type: 'wake', wakeId, afterMs });
      }),
    sleep: () => here(() => change(turn, { waking: null })),
    set: (attrKey, value) =>
      here(() => {
        change(turn, { values: { ...turn.run.values, [attrKey]: value } });
        emitMessage(turn, MessageType.variableSet, { attrKey, value });
      }),
    fill: (text, as) => fill(text, turn.run.values, as && ((_, value) => as(value))),
    write: (text) => filled(turn.run, text, 'written'),
    learn: (part) =>
      here(() => {
        const known = Object.entries(part.fields ?? {}).map(([field, value]) => [customerValue(field), value]);
        change(turn, {
          caller: { ...turn.run.caller, ...part },
          values: { ...turn.run.values, ...Object.fromEntries(known) },
        });
      }),
    detected: (person) => here(() => change(turn, { detected: person })),
    lean: (result) => here(() => change(turn, { leaning: result })),
    speak: (language) =>
      here(() => {
        change(turn, { language });
        turn.effects.push({ type: 'language', language });
      }),
    addMessage: (type, info = {}) => here(() => emitMessage(turn, type, info)),
    leave: (branch) => leaving(() => follow(turn, node, branch)),
    enterFlow: (flow: Flow, name, comesBack) =>
      leaving(() => {
        quiet(turn);
        emitMessage(turn, MessageType.flowEntered, { name });
        const jumps = turn.run.jumps + 1;
        const stack = comesBack
          ? [...turn.run.stack, { flow: turn.run.flow, at: node, visits: turn.run.visits }]
          : turn.run.stack;
        // Flows that enter each other are a circle like any other.
        if (stack.length > 10 || jumps > MAX_JUMPS) return fail(turn, 'circle');
        change(turn, { flow, stack, jumps, visits: {} });
        enter(turn, flow.nodes.find(({ kind }) => kind === 'start')?.id);
      }),
    end: (result, afterwards = 'hangUp') => leaving(() => finish(turn, result ?? resultOfEnding(turn.run), afterwards)),
  };
}
