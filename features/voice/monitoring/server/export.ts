import { wallTime } from '#core/calendar/day-range.ts';
import { serviceLevel } from '#core/figures/service-level.ts';
import { maskName } from '#core/privacy/name-mask.ts';
import { maskPhone } from '#core/privacy/phone-mask.ts';
import { requestExport } from '#features/office/downloads/server/index.ts';
import type { Export, ExportCaller, Progress } from '#platform/server/contributions.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import {
  tableFile,
  tableFileName,
  tableMediaTypes,
  type Cell,
  type ColumnKind,
  type Row,
  type TableFileKind,
} from '#platform/server/table-file.ts';
import type { World } from '#platform/server/world.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import type { MonitorAgent, MonitorCall, MonitorGroup, MonitorTable } from '../contract.ts';
import { busyOf } from '../core/agent-list.ts';
import type { Rows } from './monitor-board.ts';

const KIND = 'monitoring.output';

interface Wish {
  table: MonitorTable;
  kind: TableFileKind;
  zone: string;
}
/** The moment is what was asked for: the rows are kept as they were then. */
interface Task extends Wish {
  atMs: number;
  isMasked: boolean;
  rows: Row[];
}

export const monitoringExport = (world: Pick<World, 'db' | 'texts' | 'clock'>): Export<Task> => ({
  kind: KIND,
  namesPeople: true,
  access: 'monitoring.export',
  mediaType: ({ kind }) => tableMediaTypes[kind],
  write: (caller, wish, progress) => write(world, caller, wish, progress),
});

/** Asks for a table as it stands now. Answers the id of the download. */
export const askForOutput = (
  { db, clock, texts }: Pick<World, 'db' | 'clock' | 'texts'>,
  caller: Caller,
  wish: Wish,
  now: Rows,
): Promise<number> =>
  db.tenant(caller, async (tx) => {
    const atMs = clock.nowMs();
    const fileName = tableFileName(wish.kind, { stem: `monitoring-${wish.table}`, zone: wish.zone, atMs });
    caller.operation.note(fileName);
    const words = new Words((key) => texts.say(caller.language, key), wish.zone, atMs, now);
    const params: Task = { ...wish, atMs, isMasked: caller.needsMasking, rows: rowsOf(wish.table, words, now) };
    return requestExport(
      tx,
      { ...caller, timeZone: wish.zone },
      { fileName, feature: 'monitoring', kind: KIND, params },
    );
  });

/** What cells are written with. */
class Words {
  readonly say: (key: string) => string;
  readonly #zone: string;
  readonly #nowMs: number;
  readonly #groups: ReadonlyMap<number, string>;
  readonly calls: ReadonlyMap<string, MonitorCall>;

  constructor(say: (key: string) => string, zone: string, nowMs: number, { groups, calls }: Rows) {
    this.say = say;
    this.#zone = zone;
    this.#nowMs = nowMs;
    this.#groups = new Map(groups.map(({ id, name }) => [id, name]));
    this.calls = new Map(calls.map((call) => [call.callId, call]));
  }

  at(time: string | number | null): string {
    return time === null ? '' : wallTime(typeof time === 'number' ? time : fromWireTime(time), this.#zone);
  }

  secondsSince(time: string | number | null): number | null {
    return time === null
      ? null
      : Math.max(0, Math.floor((this.#nowMs - (typeof time === 'number' ? time : fromWireTime(time))) / 1_000));
  }

  groups(ids: readonly number[]): string {
    return ids
      .map((id) => this.#groups.get(id) ?? '')
      .filter((name) => name !== '')
      .join(', ');
  }
}

interface Column<Of> {
  /** `monitoring.column.<name>` */
  name: string;
  kind?: ColumnKind;
  /** Says who a customer is: how it reads to those who may not know. */
  hide?: (text: string) => string;
  cell(of: Of, words: Words): Cell;
}

/** What they do, as the page says it. */
const stateKey = (voice: NonNullable<MonitorAgent['voice']>): string => {
  const busy = busyOf(voice);
  return busy ? `monitoring.doing.${busy}` : AgentStatus.row(voice.status).key;
};

const callOf = ({ voice }: MonitorAgent, { calls }: Words): MonitorCall | undefined =>
  voice?.call ? calls.get(voice.call.callId) : undefined;

const agentColumns: Column<MonitorAgent>[] = [
  { name: 'agent', cell: ({ name }) => name },
  { name: 'phone', cell: ({ voice }) => voice?.sipNumber ?? '' },
  { name: 'status', cell: ({ voice }, { say }) => (voice ? say(stateKey(voice)) : '') },
  { name: 'since', kind: 'moment', cell: ({ voice }, words) => words.at(voice?.since ?? null) },
  {
    name: 'why',
    cell: ({ voice }, { say }) => (voice?.whyNotRoutable ? say(`monitoring.why.${voice.whyNotRoutable}`) : ''),
  },
  { name: 'group', cell: ({ groups }, words) => words.groups(groups) },
  { name: 'customer', hide: maskName, cell: (agent, words) => callOf(agent, words)?.customerName ?? '' },
  { name: 'number', hide: maskPhone, cell: (agent, words) => callOf(agent, words)?.customerNumber ?? '' },
  { name: 'callSec', cell: (agent, words) => words.secondsSince(callOf(agent, words)?.answeredMs ?? null) },
  { name: 'quality', cell: (agent, words) => callOf(agent, words)?.mos ?? null },
  {
    name: 'textOnline',
    cell: ({ text }, { say }) => (text ? say(text.online ? 'monitoring.text.online' : 'monitoring.text.offline') : ''),
  },
  { name: 'chats', cell: ({ text }) => text?.load ?? null },
];

const groupColumns: Column<MonitorGroup>[] = [
  { name: 'groupNo', cell: ({ groupNo }) => groupNo },
  { name: 'group', cell: ({ name }) => name },
  { name: 'waiting', cell: ({ waiting }) => waiting },
  { name: 'longestSec', cell: ({ oldestAt }, words) => words.secondsSince(oldestAt) },
  { name: 'callbacks', cell: ({ callbacks }) => callbacks },
  { name: 'signedIn', cell: ({ signedIn }) => signedIn },
  { name: 'free', cell: ({ free }) => free },
  { name: 'talking', cell: ({ talking }) => talking },
  { name: 'chatsWaiting', cell: ({ chats }) => chats },
  { name: 'chatsLongestSec', cell: ({ chatsOldestAt }, words) => words.secondsSince(chatsOldestAt) },
  { name: 'chatsAnswered', cell: ({ chatsAnswered }) => chatsAnswered },
  { name: 'chatsLost', cell: ({ chatsLost }) => chatsLost },
  { name: 'answered', cell: ({ answered }) => answered },
  { name: 'lost', cell: ({ lost }) => lost },
  {
    name: 'levelPercent',
    cell: (group) => {
      const level = serviceLevel(group);
      return level === null ? null : Math.round(level * 1_000) / 10;
    },
  },
  { name: 'levelSec', cell: ({ serviceLevelSec }) => serviceLevelSec },
];

const callColumns: Column<MonitorCall>[] = [
  { name: 'direction', cell: ({ direction }, { say }) => say(`monitoring.direction.${direction}`) },
  {
    name: 'state',
    cell: ({ state, held }, { say }) => say(held ? 'monitoring.state.held' : `monitoring.state.${state}`),
  },
  { name: 'customer', hide: maskName, cell: ({ customerName }) => customerName },
  { name: 'number', hide: maskPhone, cell: ({ customerNumber }) => customerNumber },
  { name: 'ourNumber', cell: ({ ourNumber }) => ourNumber },
  { name: 'group', cell: ({ groupId }, words) => (groupId === null ? '' : words.groups([groupId])) },
  { name: 'agent', cell: ({ agents }) => agents.map(({ name }) => name).join(', ') },
  { name: 'started', kind: 'moment', cell: ({ startedMs }, words) => words.at(startedMs) },
  { name: 'callSec', cell: ({ answeredMs }, words) => words.secondsSince(answeredMs) },
  { name: 'supervisors', cell: ({ supervisors }) => supervisors.map(({ name }) => name).join(', ') },
  { name: 'quality', cell: ({ mos }) => mos },
];

const columnsOf = (table: MonitorTable): readonly Pick<Column<never>, 'name' | 'kind' | 'hide'>[] =>
  ({ agents: agentColumns, groups: groupColumns, calls: callColumns })[table];

function rowsOf(table: MonitorTable, words: Words, { agents, groups, calls }: Rows): Row[] {
  if (table === 'agents') return agents.map((row) => agentColumns.map(({ cell }) => cell(row, words)));
  if (table === 'groups') return groups.map((row) => groupColumns.map(({ cell }) => cell(row, words)));
  return calls.map((row) => callColumns.map(({ cell }) => cell(row, words)));
}

function write(
  world: Pick<World, 'db' | 'texts' | 'clock'>,
  caller: ExportCaller,
  { table, kind, zone, atMs, isMasked, rows }: Task,
  progress: Progress,
): AsyncIterable<Uint8Array> {
  const say = (key: string) => world.texts.say(caller.language, `monitoring.${key}`);
  const columns = columnsOf(table);
  // Their role asks for stars only since then.
  const hides = caller.needsMasking && !isMasked;
  const shown = hides
    ? rows.map((row) => row.map((cell, place) => columns[place]?.hide?.(String(cell ?? '')) ?? cell))
    : rows;
  async function* batches(): AsyncGenerator<readonly Row[]> {
    yield shown;
    progress(1);
  }
  return tableFile(kind, {
    notes: [
      [say('zone'), zone],
      [say('at'), wallTime(atMs, zone)],
    ],
    columns: columns.map(({ name, kind: of = 'text' }) => ({
      title: say(`column.${name}`),
      kind: of,
      width: of === 'moment' ? 20 : 16,
    })),
    batches: batches(),
    sheets: { table: say(`tab.${table}`), notes: world.texts.say(caller.language, 'downloads.about') },
    atMs,
  });
}
