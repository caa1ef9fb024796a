import type { CaseAnswers } from '#core/flow/case-table.ts';
import type { z } from 'zod';
import type { FlowCase } from '#core/flow/case.ts';
import type { Flow } from '#core/flow/flow.ts';
import type { CallerBrief, CallerPlayed, SpokenTurn } from './model-caller.ts';
import { Persona, playCaller } from './simulated-caller.ts';

/** The same caller by rules, without a model: the goal in as many words as it has, and facts by the key of the value they answer. The seed makes each a little different. */
export function playScriptedCaller(
  flow: Flow,
  { name, goal, facts, language }: CallerBrief,
  seed: number,
  {
    world,
    maxTurns,
    setup = {},
    stopwatch,
  }: {
    world?: CaseAnswers;
    maxTurns?: number;
    setup?: Partial<z.input<typeof FlowCase>>;
    stopwatch?: () => number;
  } = {},
): CallerPlayed {
  const goals = goal
    .split(/[\n;]+/)
    .map((one) => one.trim().slice(0, 200))
    .filter((one) => one !== '')
    .slice(0, 20);
  const persona = Persona.parse({ name, goals: goals.length > 0 ? goals : [name], facts });
  const { kept, moments, messages, wasCut } = playCaller(flow, persona, seed, {
    ...(world && { answers: world }),
    ...(maxTurns !== undefined && { maxTurns }),
    ...(stopwatch && { stopwatch }),
    setup: { ...(language && { language }), ...setup },
  });
  const transcript = moments.flatMap(({ said }, at): SpokenTurn[] => {
    const lines = said
      .slice(at === 0 ? 0 : moments[at - 1]!.said.length)
      .map((text): SpokenTurn => ({ by: 'flow', text }));
    const step = at === 0 ? undefined : kept.steps[at - 1];
    const own: SpokenTurn[] = !step
      ? []
      : 'heard' in step
        ? [{ by: 'caller', text: step.heard }]
        : 'interrupts' in step
          ? [{ by: 'caller', text: step.interrupts }]
          : 'keys' in step
            ? [{ by: 'caller', text: step.keys, did: 'keys' }]
            : 'silent' in step
              ? [{ by: 'caller', text: '', did: 'silent' }]
              : 'hangsUp' in step
                ? [{ by: 'caller', text: '', did: 'hangsUp' }]
                : [];
    return [...own, ...lines];
  });
  return { kept, moments, messages, transcript, ended: wasCut ? 'turns' : 'over', trouble: null };
}
