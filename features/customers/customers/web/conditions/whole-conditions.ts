import type { ConditionTree } from '#core/customer/condition.ts';
import { valuesWanted } from './field-kinds.ts';

/** The conditions that can be asked already: those still being written, and groups of nothing, are left out. */
export function wholeConditions(tree: ConditionTree): ConditionTree {
  return {
    join: tree.join,
    items: tree.items.flatMap((item): ConditionTree['items'] => {
      if ('join' in item) {
        const inside = wholeConditions(item);
        return inside.items.length > 0 ? [inside] : [];
      }
      const wanted = valuesWanted(item.operator);
      const given = item.values.filter((value) => value !== '');
      return (wanted === null ? given.length > 0 : given.length === wanted) ? [{ ...item, values: given }] : [];
    }),
  };
}
