import type { NodeId } from '#core/flow/flow.ts';
import type { Problem } from '#core/flow/node-kind.ts';
import { hasText, textOf, type TextKey, type TextOf } from '#platform/web/i18n.ts';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';
import type { FlowProblem } from '../../core/problems.ts';

/** What is wrong, in words: a language, a branch and a reason have names. */
export const problemText = (t: TextOf, { text, values = {} }: Problem): string =>
  t(
    `flows.problem.${text}` as TextKey,
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, named(name, value)])),
  );

const nameKeys: Readonly<Record<string, (value: string | number) => string>> = {
  language: (value) => (CustomerLanguage.has(value) ? CustomerLanguage.row(value).key : ''),
  branch: (value) => `flows.branch.${value}`,
  why: (value) => `flows.badExpression.${value}`,
};

function named(name: string, value: string | number): string | number {
  const key = nameKeys[name]?.(value) ?? '';
  return hasText(key) ? textOf(key) : value;
}

/** Where it is put right: words are missing in one language. */
export const fieldOf = ({ text, field, values }: Problem): string | undefined =>
  text === 'missingWords' ? `${field}.words.${values?.['language']}` : field;

/** What the field is called where it is put right; empty for what is of no field. */
export function fieldName({ field = '' }: Problem): string {
  const key = field
    .split('.')
    .map((step) => `flows.field.${step}`)
    .findLast(hasText);
  return key === undefined ? '' : textOf(key);
}

/** How many each node has, for its badge. */
export function troublesOf(found: readonly FlowProblem[]): ReadonlyMap<NodeId, number> {
  const counts = new Map<NodeId, number>();
  for (const { nodeId } of found) if (nodeId !== null) counts.set(nodeId, (counts.get(nodeId) ?? 0) + 1);
  return counts;
}
