import { z } from 'zod';
import { MessageType } from '#shared/codes/message-type.ts';
import { evaluate } from '../expression/evaluate.ts';
import { namesOf, parseExpression } from '../expression/parse.ts';
import { expressionField, variableField } from '../fields.ts';
import type { NodeKind } from '../node-kind.ts';

const Settings = z.object({
  sets: z
    .array(z.object({ attrKey: variableField, expression: expressionField }))
    .min(1)
    .max(20),
});

/** Gives variables new values, one after another; the next sees what the one before set. One that cannot be computed leaves by `failed`. */
export const setVariable: NodeKind<z.infer<typeof Settings>> = {
  kind: 'setVariable',
  trigger: MessageType.variableNode,
  group: 'act',
  icon: 'variable',
  settings: Settings,
  fresh: () => ({ sets: [{ attrKey: 'value', expression: '""' }] }),
  branches: () => [{ key: 'next' }, { key: 'failed' }],
  problems: ({ sets }) =>
    sets.flatMap(({ attrKey, expression }) => {
      const parsed = parseExpression(expression);
      return parsed.ok
        ? []
        : [
            {
              text: 'badExpression',
              field: 'sets',
              values: { attrKey, at: parsed.problem.at + 1, why: parsed.problem.why },
            },
          ];
    }),
  names: ({ sets }) =>
    sets.flatMap(({ attrKey, expression }) => {
      const parsed = parseExpression(expression);
      return [attrKey, ...(parsed.ok ? namesOf(parsed.expression) : [])];
    }),
  enter(turn) {
    for (const { attrKey, expression } of turn.settings.sets) {
      const { values, timeZone } = turn.run;
      const answer = evaluate(expression, values, { nowMs: turn.nowMs, timeZone });
      if (!answer.ok) {
        turn.addMessage(MessageType.note, { note: 'notComputed', attrKey, why: answer.why });
        return turn.leave('failed');
      }
      turn.set(attrKey, answer.value);
    }
    turn.leave('next');
  },
};
