import type { PageRoute } from '#platform/web/feature.ts';

/** Whether a page asks to be shown without anything around it, at this address. */
export function isShownBare(route: PageRoute | undefined, search: string): boolean {
  const bare = route?.bare ?? false;
  return typeof bare === 'function' ? bare(new URLSearchParams(search)) : bare;
}
