import { hasText, textOf } from '#platform/web/i18n.ts';

/** Tasks are named in words where we have them. */
export const kindText = (task: string): string => {
  const key = `backups.kind.${task}`;
  return hasText(key) ? textOf(key) : task;
};
