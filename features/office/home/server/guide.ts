import type { FirstStep } from '#platform/server/contributions.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { mayUse, type Caller } from '#platform/server/http/caller.ts';
import type { World } from '#platform/server/world.ts';
import type { GuideFacts } from '../contract.ts';
import { firstWay } from '../core/first-steps.ts';

/** The steps this person can take, as the facts are now. */
export async function guideFor(
  { catalogue, texts }: Pick<World, 'catalogue' | 'texts'>,
  tx: TenantTx,
  caller: Caller,
): Promise<GuideFacts> {
  const steps = new Map<string, FirstStep>();
  for (const step of catalogue.firstSteps)
    if (step.access === 'signedIn' || mayUse(caller, step.access)) steps.set(step.key, step);
  const facts = [];
  for (const step of steps.values()) {
    const { key, order, after = [], optional = false } = step;
    facts.push({ key, order, after, isOptional: optional, isDone: await step.isDone(tx) });
  }
  const say = (key: string, part: string): string => texts.say(caller.language, `${steps.get(key)!.text}.${part}`);
  const { steps: placed, isBehind } = firstWay(facts);
  return {
    isBehind,
    events: [...new Set([...steps.values()].flatMap(({ events = [] }) => events))],
    steps: placed.map(({ key, state, waitsFor }) => {
      const { path, optional = false } = steps.get(key)!;
      return {
        key,
        title: say(key, 'title'),
        why: say(key, 'why'),
        action: say(key, 'do'),
        path: catalogue.menu.some((entry) => entry.key === path) ? path : null,
        isOptional: optional,
        state,
        waitsFor: waitsFor.map((one) => say(one, 'title')),
      };
    }),
  };
}
