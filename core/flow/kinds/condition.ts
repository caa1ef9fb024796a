import { z } from 'zod';
import { MessageType } from '#shared/codes/message-type.ts';
import { Comparison, isSo, needsNothing } from '../compare.ts';
import { branchKey, branchOf, doubled, templateField, variableField } from '../fields.ts';
import type { NodeKind } from '../node-kind.ts';

const Test = z.object({ attrKey: variableField, is: Comparison, than: templateField(500).default('') });
const Case = z.object({
  key: branchKey,
  name: z.string().trim().max(60).default(''),
  join: z.enum(['all', 'any']).default('all'),
  tests: z.array(Test).min(1).max(20),
});
const Settings = z.object({ cases: z.array(Case).min(1).max(20) });

/** Goes by the first case whose comparisons hold, all or any of them; `other` when none does. */
export const condition: NodeKind<z.infer<typeof Settings>> = {
  kind: 'condition',
  trigger: MessageType.conditionNode,
  group: 'decide',
  icon: 'git-branch',
  settings: Settings,
  fresh: () => ({
    cases: [{ key: 'yes', name: '', join: 'all', tests: [{ attrKey: 'callerNumber', is: 'isNotEmpty', than: '' }] }],
  }),
  branches: ({ cases }) => [...cases.map(branchOf), { key: 'other' }],
  problems: ({ cases }) => [
    ...doubled([...cases.map(({ key }) => key), 'other'], 'cases'),
    ...cases
      .flatMap(({ tests }) => tests)
      .filter(({ is, than }) => !needsNothing(is) && is !== 'is' && is !== 'isNot' && than.trim() === '')
      .map(({ attrKey }) => ({ text: 'nothingToCompare', field: 'cases', values: { attrKey } })),
  ],
  names: ({ cases }) => cases.flatMap(({ tests }) => tests.map(({ attrKey }) => attrKey)),
  enter(turn) {
    const { values } = turn.run;
    const holds = ({ attrKey, is, than }: z.infer<typeof Test>): boolean =>
      isSo(Object.hasOwn(values, attrKey) ? values[attrKey] : undefined, is, turn.fill(than));
    turn.leave(
      turn.settings.cases.find(({ join, tests }) => (join === 'all' ? tests.every(holds) : tests.some(holds)))?.key ??
        'other',
    );
  },
};
