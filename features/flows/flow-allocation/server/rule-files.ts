import type { Export, ExportCaller } from '#platform/server/contributions.ts';
import type { FileRow } from '#core/csv/csv-rows.ts';
import { maskPhone } from '#core/privacy/phone-mask.ts';
import { tableFile, tableMediaTypes, type TableFileKind } from '#platform/server/table-file.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { ServerTexts } from '#platform/server/texts.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { languages } from '#shared/languages.ts';
import {
  goalKinds,
  RULES_MOST,
  ruleColumns,
  ruleHours,
  type AllocationRule,
  type ImportedRules,
  type RuleColumn,
  type RuleFields,
  type WhyRowWrong,
} from '../contract.ts';
import { callersOf, goalOf, rulesRepo, type Named } from './rules.repo.ts';

export const RULES_EXPORT = 'flow-allocation.rules';
const BATCH = 200;
const WRONG_SHOWN = 100;

export const rulesExport = (world: Pick<World, 'db' | 'texts' | 'clock'>): Export<{ kind: TableFileKind }> => ({
  kind: RULES_EXPORT,
  namesPeople: false,
  access: 'flow-allocation.view',
  mediaType: ({ kind }) => tableMediaTypes[kind],
  write: (caller, wish) => write(world, caller, wish),
});

function write(
  world: Pick<World, 'db' | 'texts' | 'clock'>,
  caller: ExportCaller,
  { kind }: { kind: TableFileKind },
): AsyncIterable<Uint8Array> {
  const say = (key: string) => world.texts.say(caller.language, `flow-allocation.${key}`);
  const cells = (rule: AllocationRule) => [
    rule.priority,
    rule.didNumber,
    shownPrefix(caller, rule.callerPrefix),
    say(`hours.${rule.hours}`),
    rule.calendarName,
    say(`goal.${rule.goal.kind}`),
    rule.goalName,
    say(rule.enabled ? 'yes' : 'no'),
    rule.remark,
  ];
  async function* batches() {
    for (let page = 1; ; page += 1) {
      const { list } = await world.db.tenant(caller, (tx) => rulesRepo(tx).page({}, { page, size: BATCH }));
      if (list.length > 0) yield list.map(cells);
      if (list.length < BATCH) return;
    }
  }
  return tableFile(kind, {
    notes: [],
    columns: ruleColumns.map((column) => ({ title: say(`column.${column}`), width: 22 })),
    batches: batches(),
    sheets: { table: say('name'), notes: '' },
    atMs: world.clock.nowMs(),
  });
}

const WHOLE_NUMBER = 8;
/** The beginning of many numbers hides nobody; what may be the number of one person is masked for those who see stars. */
export const shownPrefix = ({ needsMasking }: { needsMasking: boolean }, prefix: string): string =>
  needsMasking && prefix.length >= WHOLE_NUMBER ? maskPhone(prefix) : prefix;

class Wrong extends Error {
  readonly column: RuleColumn;
  readonly why: WhyRowWrong;

  constructor(column: RuleColumn, why: WhyRowWrong) {
    super(`${column}: ${why}`);
    this.column = column;
    this.why = why;
  }
}

/** What a word of a file stands for, in any of our languages. */
function wordsFor<K extends string>(texts: ServerTexts, keys: Readonly<Record<K, string>>): Map<string, K> {
  return new Map(
    (Object.entries(keys) as [K, string][]).flatMap(([meaning, key]) =>
      [
        meaning.toLowerCase(),
        ...languages.map((language) => texts.say(language, `flow-allocation.${key}`).toLowerCase()),
      ].map((word) => [word, meaning] as const),
    ),
  );
}
const keysOf = <K extends string>(prefix: string, names: readonly K[]): Record<K, string> =>
  Object.fromEntries(names.map((name) => [name, `${prefix}.${name}`])) as Record<K, string>;

/** Takes rules in from the rows of a file, the first of which names the columns. What is right is written, what is wrong is told. */
export async function takeRules(
  tx: TenantTx,
  texts: ServerTexts,
  file: readonly FileRow[],
  author: number,
): Promise<ImportedRules> {
  const [head, ...rows] = file;
  if (!head || rows.length === 0) throw new Failure('importEmpty');
  const columnNames = wordsFor(texts, keysOf('column', ruleColumns));
  const places = new Map(
    head.cells.flatMap((cell, place) => {
      const column = columnNames.get(cell.trim().toLowerCase());
      return column ? [[column, place] as const] : [];
    }),
  );
  if (!places.has('goal') || !places.has('target')) throw new Failure('importUnreadable');

  const repo = rulesRepo(tx);
  const read = readerOf(texts, await repo.targets());
  const result: ImportedRules = { added: 0, changed: 0, wrongCount: 0, wrong: [] };
  const seen = new Set<string>();
  const there = await repo.byCallers();
  let count = there.size;
  for (const { line, cells } of rows) {
    try {
      const rule = read((column) => cells[places.get(column) ?? -1]?.trim() ?? '');
      const callers = callersOf(rule);
      if (seen.has(callers)) throw new Wrong('number', 'twice');
      seen.add(callers);
      const known = there.get(callers);
      if (known !== undefined) await repo.update(known, rule, author);
      else if ((count += 1) > RULES_MOST) throw new Failure('invalidInput', `at most ${RULES_MOST} rules`);
      else await repo.add(rule, author);
      result[known === undefined ? 'added' : 'changed'] += 1;
    } catch (thrown) {
      if (!(thrown instanceof Wrong)) throw thrown;
      result.wrongCount += 1;
      if (result.wrong.length < WRONG_SHOWN) result.wrong.push({ line, column: thrown.column, why: thrown.why });
    }
  }
  return result;
}

type Targets = Awaited<ReturnType<ReturnType<typeof rulesRepo>['targets']>>;

function readerOf(texts: ServerTexts, targets: Targets): (cell: (column: RuleColumn) => string) => RuleFields {
  const [hourWords, goalWords, switchWords] = [
    wordsFor(texts, keysOf('hours', ruleHours)),
    wordsFor(texts, keysOf('goal', goalKinds)),
    wordsFor(texts, { yes: 'yes', no: 'no' }),
  ];
  const byName = (list: readonly Named[]) => new Map(list.toReversed().map(({ id, name }) => [name.toLowerCase(), id]));
  const [numbers, calendars, goals] = [
    byName(targets.numbers),
    byName(targets.calendars),
    { flow: byName(targets.flows), group: byName(targets.groups), agent: byName(targets.agents) },
  ];

  return (cell) => {
    const choice = <K>(column: RuleColumn, words: Map<string, K>, otherwise: K | null): K => {
      const text = cell(column).toLowerCase();
      const found = text === '' ? otherwise : words.get(text);
      if (found === null) throw new Wrong(column, 'missing');
      if (found === undefined) throw new Wrong(column, 'notChoice');
      return found;
    };
    const named = (column: RuleColumn, list: Map<string, number>, text = cell(column)): number => {
      const found = list.get(text.toLowerCase());
      if (text === '') throw new Wrong(column, 'missing');
      if (found === undefined) throw new Wrong(column, 'unknown');
      return found;
    };
    const priority = cell('priority') === '' ? 100 : Number(cell('priority'));
    if (!Number.isInteger(priority) || priority < 1 || priority > 9_999) throw new Wrong('priority', 'notNumber');
    const number = cell('number').replace(/^\+|[ ()-]/g, '');
    const callerPrefix = cell('caller').replace(/^\+|[ ()-]|\*$/g, '');
    if (!/^[0-9]{0,20}$/.test(callerPrefix)) throw new Wrong('caller', 'notNumber');
    const hours = choice('hours', hourWords, 'any');
    const kind = choice('goal', goalWords, null);
    const remark = cell('remark');
    if (remark.length > 200) throw new Wrong('remark', 'tooLong');
    return {
      priority,
      callerPrefix,
      hours,
      remark,
      didNumberId: number === '' ? null : named('number', numbers, number),
      calendarId: hours === 'any' ? null : named('calendar', calendars),
      goal: goalOf(kind, named('target', goals[kind])),
      enabled: choice('enabled', switchWords, 'yes') === 'yes',
    };
  };
}
