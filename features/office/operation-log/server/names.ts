import type { Caller } from '#platform/server/http/caller.ts';
import type { ServerTexts } from '#platform/server/texts.ts';
import type { LogEntry } from '../contract.ts';
import { masked } from './changes.ts';
import type { LogRow } from './operation-log.repo.ts';

/** What capabilities and actions are called in the reader's language, and entries as this reader may see them. */
export function namesIn(texts: ServerTexts, { language, needsMasking }: Pick<Caller, 'language' | 'needsMasking'>) {
  // A capability that was taken out since left its key in the log, not its words.
  const named = (key: string, otherwise: string) => (texts.has(language, key) ? texts.say(language, key) : otherwise);
  const module = (name: string) => named(`${name}.name`, name);
  const action = (of: string, name: string) => named(`${of}.log.${name}`, name);
  const order = new Intl.Collator(language);
  return {
    module,
    action,
    sorted: <T extends { name: string }>(list: T[]): T[] => list.sort((a, b) => order.compare(a.name, b.name)),
    entry: (row: LogRow): LogEntry => ({
      id: row.id,
      at: row.at,
      userId: row.user_id,
      userName: row.user_name,
      module: row.module,
      moduleName: module(row.module),
      action: row.action,
      actionName: action(row.module, row.action),
      target: row.target !== null && needsMasking ? masked(row.target) : row.target,
      outcome: row.outcome,
      address: row.address,
    }),
  };
}
