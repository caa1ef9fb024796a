import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import type { Flow } from '#core/flow/flow.ts';
import type { FlowEffect } from '#core/flow/flow-events.ts';
import { flowMachine } from '#core/flow/flow-machine.ts';
import { kindOf, nodeKinds } from '#core/flow/kinds/index.ts';
import { messageSources } from '#core/flow/message-sources.ts';
import type { NodeKind } from '#core/flow/node-kind.ts';
import { problemsOf } from './problems.ts';
import { randomChance, randomFlow, type Chance } from '#core/flow/random-flow.fixture.ts';
import { MAX_STEPS, openRun } from '#core/flow/run.ts';

const conversation = (kinds?: readonly NodeKind[], maxLength = 60) =>
  randomFlow(kinds).chain((flow) =>
    fc.tuple(fc.constant(flow), fc.array(randomChance(flow), { maxLength, size: 'max' })),
  );

interface Outcome {
  effects: FlowEffect[];
  /** Most nodes entered by one event. */
  mostSteps: number;
  result: number | null;
}

function run(flow: Flow, chances: readonly Chance[]): Outcome {
  let state = openRun(flow, {
    caller: { number: '5550100', customerId: null, fields: { company: 'Acme' }, tagIds: [1] },
  });
  const effects: FlowEffect[] = [];
  let mostSteps = 0;
  const send = (event: Parameters<typeof flowMachine>[1]) => {
    const wasOver = state.result !== null;
    const step = flowMachine(state, event);
    state = step.state;
    if (wasOver) expect(step.effects).toEqual([]);
    const over = step.effects.findIndex(({ type }) => type === 'end');
    if (over >= 0) expect(over).toBe(step.effects.length - 1);
    expect((state.result !== null) === over >= 0 || wasOver).toBe(true);
    // Something is under way that will go on by itself or by the caller: it never just stands there.
    expect(
      state.result !== null ||
        state.saying.length > 0 ||
        state.listening !== null ||
        state.asking !== null ||
        state.waking !== null,
    ).toBe(true);
    mostSteps = Math.max(
      mostSteps,
      step.effects.filter(
        (effect) =>
          effect.type === 'addMessage' &&
          effect.message.type >= MessageType.startNode &&
          effect.message.type <= MessageType.endNode,
      ).length,
    );
    effects.push(...step.effects);
  };
  send({ type: 'begun', nowMs: 0 });
  chances.forEach((chance, at) =>
    send({
      ...chance({
        saying: state.saying[0] ?? -1,
        listening: state.listening ?? -1,
        asking: state.asking ?? -1,
        waking: state.waking ?? -1,
      }),
      nowMs: at * 1_000,
    }),
  );
  send({ type: 'callerGone', nowMs: 999_999 });
  return { effects, mostSteps, result: state.result };
}

test('[FLOW-11] whatever the graph and whatever happens: no throw, no endless round, never stuck, one result, and nothing asked after the end', () => {
  fc.assert(
    fc.property(conversation(), ([flow, chances]) => {
      const { effects, mostSteps, result } = run(flow, chances);
      expect(mostSteps).toBeLessThanOrEqual(MAX_STEPS);
      expect(AiCallResult.has(result ?? -1)).toBe(true);
      expect(effects.filter(({ type }) => type === 'end')).toHaveLength(1);
    }),
    { numRuns: 200 },
  );
});

test('[FLOW-11] the same conversation twice is the same', () => {
  fc.assert(
    fc.property(conversation(), ([flow, chances]) => void expect(run(flow, chances)).toEqual(run(flow, chances))),
    { numRuns: 40 },
  );
});

test('[CC-07] looking for problems never throws', () => {
  fc.assert(
    fc.property(randomFlow(), (flow) => void expect(Array.isArray(problemsOf(flow))).toBe(true)),
    { numRuns: 100 },
  );
});

test('[FLOW-05] messages come from where the table says', () => {
  const kindsByType = new Map<number, Set<string>>();
  for (const kind of nodeKinds)
    for (const [flow, chances] of fc.sample(conversation([kind, kindOf('listen')!], 40), { numRuns: 12, seed: 7 })) {
      const kinds = new Map(flow.nodes.map((node) => [node.id, node.kind]));
      for (const effect of run(flow, chances).effects)
        if (effect.type === 'addMessage')
          kindsByType.set(
            effect.message.type,
            (kindsByType.get(effect.message.type) ?? new Set()).add(kinds.get(effect.message.nodeId ?? '') ?? ''),
          );
    }
  const wrong = [...kindsByType].flatMap(([code, by]) => {
    const source = messageSources[code as MessageType];
    return source.by === 'kinds'
      ? [...by].filter((kind) => !source.kinds.includes(kind)).map((kind) => `${code} ${kind}`)
      : source.by === 'engine'
        ? []
        : [String(code)];
  });
  expect(wrong).toEqual([]);
});
