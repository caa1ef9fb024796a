import { namesIn } from '#core/flow/fill.ts';
import type { Flow } from '#core/flow/flow.ts';

/** Something a flow can be told before it begins. */
export interface FlowAttribute {
  attrKey: string;
  name: string;
  /** It is said, and nothing in the flow asks for it or sets it. */
  isRequired: boolean;
}

/** Settings that name a value the node sets. */
const SETTING = new Set(['attrKey', 'saveAs', 'saveStatusAs', 'entities']);
/** It only looks at values. */
const LOOKING = 'condition';

/** The attributes of a flow in the order of its design. */
export function attributesOf({ variables, nodes }: Pick<Flow, 'variables' | 'nodes'>): FlowAttribute[] {
  const [said, set] = [new Set<string>(), new Set<string>()];
  for (const { kind, settings } of nodes) look(settings, { said, set: kind === LOOKING ? new Set() : set });
  return variables.map(({ attrKey, name }) => ({
    attrKey,
    name,
    isRequired: said.has(attrKey) && !set.has(attrKey),
  }));
}

function look(value: unknown, found: { said: Set<string>; set: Set<string> }): void {
  if (Array.isArray(value)) return value.forEach((one) => look(one, found));
  if (typeof value !== 'object' || value === null) return;
  for (const [field, inner] of Object.entries(value)) {
    if (field === 'words') for (const text of textsIn(inner)) for (const name of namesIn(text)) found.said.add(name);
    if (SETTING.has(field)) for (const name of textsIn(inner)) found.set.add(name);
    look(inner, found);
  }
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).filter((one) => typeof one === 'string');

/** Required attributes no column fills. */
export const unfilledAttributes = (
  attributes: readonly FlowAttribute[],
  flowValues: Readonly<Record<string, string>>,
): string[] =>
  attributes
    .filter(({ attrKey, isRequired }) => isRequired && !Object.hasOwn(flowValues, attrKey))
    .map(({ attrKey }) => attrKey);

/** What a flow is told of somebody; `name` and `phone` are everybody's, without a file. A column that is not there leaves its attribute out. Titles are the same in small and capital letters. */
export function valuesFor(
  flowValues: Readonly<Record<string, string>>,
  { name, number, columns }: { name: string; number: string; columns: Readonly<Record<string, string>> },
): Record<string, string> {
  const byTitle = new Map<string, string>([
    ['name', name],
    ['phone', number],
    ...Object.entries(columns).map(([title, value]): [string, string] => [title.trim().toLowerCase(), String(value)]),
  ]);
  return Object.fromEntries(
    Object.entries(flowValues).flatMap(([attrKey, title]) => {
      const value = byTitle.get(title.trim().toLowerCase())?.trim();
      return value === undefined || value === '' ? [] : [[attrKey, value]];
    }),
  );
}
