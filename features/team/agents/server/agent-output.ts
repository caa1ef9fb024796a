import { wallTime } from '#core/calendar/day-range.ts';
import { tagOf } from '#core/skills/skill-tags.ts';
import type { Export, ExportCaller, Progress } from '#platform/server/contributions.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import {
  tableFile,
  tableFileName,
  tableMediaTypes,
  type Cell,
  type TableFileKind,
} from '#platform/server/table-file.ts';
import type { World } from '#platform/server/world.ts';
import { AgentType } from '#shared/codes/agent-type.ts';
import { SeatKind } from '#shared/codes/seat-kind.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import type { RosterAgent, rosterApi, RosterFilters } from '../contract/roster.ts';
import { readRoster } from './roster-page.ts';
import type { RosterParts } from './roster-parts.ts';
import type { RosterRows } from './roster.repo.ts';
import { lineName, readLines } from './web-call-lines.ts';

const KIND = 'agents.output';
/** Few teams have more: theirs are one question. */
const BATCH = 1_000;

type Wish = RosterFilters & { kind: TableFileKind; zone: string };
type OutputWorld = Pick<World, 'db' | 'texts' | 'clock'>;

export const agentsExport = (world: OutputWorld, rows: RosterRows): Export<Wish> => ({
  kind: KIND,
  namesPeople: false,
  access: 'agents.view',
  mediaType: ({ kind }) => tableMediaTypes[kind],
  write: (caller, wish, progress) => write(world, rows, caller, wish, progress),
});

export const outputHandlers = ({
  world: { db, clock },
  needs,
}: RosterParts): Handlers<Pick<typeof rosterApi, 'output'>> => ({
  output: (caller, wish) =>
    db.tenant(caller, async (tx) => {
      const fileName = tableFileName(wish.kind, { stem: 'agents', zone: wish.zone, atMs: clock.nowMs() });
      caller.operation.note(fileName);
      const id = await needs.requestExport(
        tx,
        { ...caller, timeZone: wish.zone },
        { fileName, feature: 'agents', kind: KIND, params: wish },
      );
      return { id };
    }),
});

const columns = [
  'name',
  'email',
  'sipNum',
  'state',
  'seats',
  'groups',
  'skills',
  'device',
  'line',
  'type',
  'recordCalls',
  'wrapUp',
  'autoAnswer',
  'lastSeen',
] as const;

function write(
  world: OutputWorld,
  rows: RosterRows,
  caller: ExportCaller,
  { kind, zone, ...filters }: Wish,
  progress: Progress,
): AsyncIterable<Uint8Array> {
  const { db, texts, clock } = world;
  const plain = (key: string) => texts.say(caller.language, key);
  const say = (key: string) => plain(`agents.${key}`);
  const seatWord = (kind: SeatKind) => plain(SeatKind.row(kind).key);
  const yesNo = (is: boolean) => say(is ? 'file.yes' : 'file.no');
  const cells = (agent: RosterAgent, lines: ReadonlyMap<number, string>): Cell[] => [
    agent.name,
    agent.email,
    agent.sipNum,
    say(agent.enabled && agent.mayEnter ? 'on' : 'off'),
    [agent.voiceSeat && seatWord(SeatKind.voice), agent.textSeat && seatWord(SeatKind.text)].filter(Boolean).join(', '),
    agent.groups.map(({ name }) => name).join('; '),
    agent.skills.map(tagOf).join('; '),
    say(`device.${agent.device}`),
    lines.get(agent.lineId) ?? '',
    plain(AgentType.row(agent.agentType).key),
    yesNo(agent.recordCalls),
    yesNo(agent.wrapUp),
    yesNo(agent.autoAnswer),
    agent.lastSeenAt === null ? '' : wallTime(fromWireTime(agent.lastSeenAt), zone),
  ];
  async function* batches() {
    const lines = new Map((await readLines(world)).map((line) => [line.id, lineName(world, caller.language, line)]));
    for (let skip = 0; ; skip += BATCH) {
      const { list } = await readRoster(db, caller, rows, filters, { skip, size: BATCH });
      if (list.length > 0) yield list.map((agent) => cells(agent, lines));
      if (list.length < BATCH) break;
    }
    progress(1);
  }
  return tableFile(kind, {
    notes: [[say('file.zone'), zone]],
    columns: columns.map((column) => ({
      title: say(`column.${column}`),
      kind: column === 'lastSeen' ? 'moment' : 'text',
      width: 20,
    })),
    batches: batches(),
    sheets: { table: say('name'), notes: plain('downloads.about') },
    atMs: clock.nowMs(),
  });
}
