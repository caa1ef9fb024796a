import { use } from 'react';
import { fetchCode } from '#platform/web/lazy-part.ts';

let coming: Promise<unknown> | null = null;
let isHere = false;

/** An address with conditions is checked before it is asked about: what checks it comes first. Most addresses have none. */
export function useConditionReader(condition: string): void {
  if (condition === '' || isHere) return;
  coming ??= fetchCode(() => import('#platform/web/load-zod.ts')).then(() => (isHere = true));
  use(coming);
}
