import { useEffect, useState } from 'react';
import { conditionsOf, ConditionTree } from '#core/customer/condition.ts';
import { fetchCode } from '#platform/web/lazy-part.ts';

let isHere = false;

/** Brings what checks conditions; whoever puts some together needs it a moment later. */
export async function bringConditionReader(): Promise<void> {
  await fetchCode(() => import('#platform/web/load-zod.ts'));
  isHere = true;
}

/** Whether an address with these conditions can be read yet: what checks them comes first. Most addresses have none. */
export function useConditionReader(condition: string): boolean {
  const [, setCame] = useState(isHere);
  const isMissing = condition !== '' && !isHere;
  useEffect(() => {
    if (isMissing) void bringConditionReader().then(() => setCame(true));
  }, [isMissing]);
  return !isMissing;
}

/** The conditions an address holds; null for none, and for what nobody can read any more. Read after `useConditionReader` said yes. */
export function readCondition(text: string): ConditionTree | null {
  if (text === '') return null;
  try {
    const read = ConditionTree.safeParse(JSON.parse(text));
    return read.success && conditionsOf(read.data).length > 0 ? read.data : null;
  } catch {
    return null;
  }
}
