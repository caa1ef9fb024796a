import { MessageType } from '#shared/codes/message-type.ts';
import { Flow, type Values } from './flow.ts';
import type { Answer, Ask, FlowEffect, FlowEvent } from './flow-events.ts';
import { flowMachine } from './flow-machine.ts';
import { kindOf } from './kinds/index.ts';
import { openRun, type FlowRun } from './run.ts';

/** A flow from nodes by name and edges such as `start next hello`; settings not given are those of a fresh node. */
export function aFlow(
  nodes: Record<string, { kind: string; settings?: Record<string, unknown> }>,
  edges: readonly string[],
  rest: Partial<Flow> = {},
): Flow {
  return Flow.parse({
    format: 1,
    languages: ['en'],
    variables: [],
    notes: [],
    nodes: Object.entries({ start: { kind: 'start' }, ...nodes }).map(
      ([id, { kind, settings = {} }]: [string, { kind: string; settings?: Record<string, unknown> }], at) => ({
        id,
        kind,
        name: id,
        settings: { ...kindOf(kind)?.fresh(), ...settings },
        x: at * 200,
        y: 0,
      }),
    ),
    edges: edges.map((edge) => {
      const [from, branch, to] = edge.split(' ');
      return { from, branch, to };
    }),
    ...rest,
  });
}

/** `said`: everything that waits to be said was; `saidOne`: only the first of it. `timeUp` is of the newest wake, `timeUpFirst` of the oldest. */
export type Happening =
  | 'said'
  | 'saidOne'
  | 'timeUpFirst'
  | { cut: string }
  | 'silent'
  | 'callerGone'
  | 'timeUp'
  | { heard: string; phrase?: string }
  | { keys: string }
  | { answer: Answer }
  | { brain: string | string[] }
  | { calls: string; input?: Record<string, string> };

export interface Played {
  run: FlowRun;
  said: string[];
  messageTypes: MessageType[];
  asked: Ask[];
  /** The branches that were taken, in order. */
  left: string[];
  effects: FlowEffect[];
  result: FlowRun['result'];
}

/** A Sunday evening, UTC. */
export const PLAYED_AT_MS = Date.parse('2026-11-15T20:00:00Z');

/** Plays what happens, in order, against a flow. */
export function play(
  flow: Flow,
  happenings: readonly Happening[],
  values: Values = {},
  caller: Partial<FlowRun['caller']> = {},
): Played {
  let run = openRun(flow, {
    caller: { number: '5215550100', customerId: null, fields: {}, tagIds: [], ...caller },
    values,
  });
  const left: string[] = [];
  const effects: FlowEffect[] = [];
  const send = (event: FlowEvent) => {
    const step = flowMachine(run, { ...event, nowMs: PLAYED_AT_MS });
    run = step.state;
    effects.push(...step.effects);
    for (const effect of step.effects)
      if (effect.type === 'addMessage' && effect.message.type === MessageType.botNode)
        left.push(String(effect.message.info['branch']));
  };
  send({ type: 'begun' });
  for (const happening of happenings) {
    if (happening === 'said') for (const sayId of run.saying) send({ type: 'said', sayId, wasCut: false });
    else if (happening === 'saidOne') send({ type: 'said', sayId: run.saying[0] ?? -1, wasCut: false });
    else if (happening === 'timeUpFirst')
      send({ type: 'timeUp', wakeId: effects.find((effect) => effect.type === 'wake')?.wakeId ?? -1 });
    else if (typeof happening === 'object' && 'cut' in happening)
      for (const sayId of run.saying) send({ type: 'said', sayId, wasCut: true, part: happening.cut });
    else if (happening === 'silent') send({ type: 'silent', listenId: run.listening ?? -1 });
    else if (happening === 'timeUp')
      send({ type: 'timeUp', wakeId: effects.findLast((effect) => effect.type === 'wake')?.wakeId ?? -1 });
    else if (happening === 'callerGone') send({ type: 'callerGone' });
    else if ('heard' in happening)
      send({ type: 'heard', text: happening.heard, phrase: happening.phrase ?? null, confidence: 1, language: null });
    else if ('keys' in happening) for (const key of happening.keys) send({ type: 'key', key });
    else if ('answer' in happening) send({ type: 'answered', askId: run.asking ?? -1, answer: happening.answer });
    else if ('calls' in happening)
      send({
        type: 'brainCalled',
        askId: run.asking ?? -1,
        callId: 'c1',
        name: happening.calls,
        input: happening.input ?? {},
      });
    else {
      const askId = run.asking ?? -1;
      const sentences = [happening.brain].flat().filter((sentence) => sentence !== '');
      for (const sentence of sentences) send({ type: 'brainSaid', askId, sentence });
      send({ type: 'brainDone', askId, text: sentences.join(' '), failed: false });
    }
  }
  const of = <T extends FlowEffect['type']>(type: T) =>
    effects.filter((effect): effect is Extract<FlowEffect, { type: T }> => effect.type === type);
  return {
    run,
    effects,
    left,
    said: of('say').map(({ line }) => line.text),
    messageTypes: of('addMessage').map(({ message }) => message.type),
    asked: of('ask').map(({ ask }) => ask),
    result: run.result,
  };
}
