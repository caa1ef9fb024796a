import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';
import type { DemoMember, DemoTenant } from '#platform/server/feature.ts';
import { SeatOnline } from '#shared/codes/seat-online.ts';
import { failureRow } from '#shared/errors.ts';
import { toWireTime } from '#shared/wire-time.ts';
import { demoStories, type DemoEntry } from './demo-stories.ts';

const ENTRIES = 60;
const DAYS = 14;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Two weeks of work: everyday entries around a few things that happened. The seal job chains them as it does any entry. */
export async function demoOperationLog(tx: Tx, tenant: DemoTenant): Promise<void> {
  const days = workdays(tenant);
  const stories = demoStories(tenant.people, days.length, {
    denied: failureRow('notAllowed').code,
    wrongPassword: failureRow('wrongCredentials').code,
  });
  const entries = [...stories, ...everyday(tenant, days.length, ENTRIES - stories.length)].map((entry) => ({
    ...entry,
    atMs: days[entry.workday]! + Math.floor(entry.minute * MINUTE_MS),
  }));
  // Numbers follow time, as they would have.
  for (const { who, module, action, target, change, outcome = 0, atMs } of entries.sort((a, b) => a.atMs - b.atMs)) {
    const requestId = Array.from({ length: 32 }, () => Math.floor(tenant.chance() * 16).toString(16))
      .join('')
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    await sql`
      insert into operation_log (tenant_id, user_id, user_name, module, action, target, change, outcome, address, request_id, at)
      values (${tenant.tenantId}, ${who.userId}, ${who.name}, ${module}, ${action}, ${target === undefined ? null : String(target)}, ${change ? JSON.stringify(change) : null}::jsonb, ${outcome},
        ${`198.51.100.${20 + tenant.people.indexOf(who)}`}, ${requestId}, ${toWireTime(atMs)})`.execute(tx.as());
  }
}

type Routine = (who: DemoMember) => Omit<DemoEntry, 'who' | 'workday' | 'minute'>;

const offline = { online_status: SeatOnline.offline, seatInUse: 'text' };
const online = { online_status: SeatOnline.online, seatInUse: 'text' };

/** What people do any day, and within which minutes of it. */
const routines: { from: number; to: number; suits(who: DemoMember): boolean; entry: Routine }[] = [
  { from: 525, to: 550, suits: () => true, entry: () => ({ module: 'account', action: 'login' }) },
  {
    from: 551,
    to: 570,
    suits: ({ textSeat }) => textSeat,
    entry: ({ name }) => ({
      module: 'seats',
      action: 'switchOnlineStatus',
      target: name,
      change: { before: offline, after: online },
    }),
  },
  {
    from: 1_050,
    to: 1_075,
    suits: ({ textSeat }) => textSeat,
    entry: ({ name }) => ({
      module: 'seats',
      action: 'switchOnlineStatus',
      target: name,
      change: { before: online, after: offline },
    }),
  },
  { from: 1_076, to: 1_110, suits: () => true, entry: () => ({ module: 'account', action: 'logout' }) },
];

function everyday({ people, chance }: DemoTenant, dayCount: number, wanted: number): DemoEntry[] {
  const possible = people.flatMap((who) =>
    routines
      .filter(({ suits }) => suits(who))
      .flatMap(({ from, to, entry }) =>
        Array.from({ length: dayCount }, (_, workday): DemoEntry => ({
          who,
          ...entry(who),
          workday,
          minute: from + chance() * (to - from),
        })),
      ),
  );
  return possible
    .map((entry) => ({ entry, place: chance() }))
    .sort((a, b) => a.place - b.place)
    .slice(0, wanted)
    .map(({ entry }) => entry);
}

/** Midnights of the working days before today, where the tenant is, the oldest first. */
function workdays({ nowMs, timeZone }: DemoTenant): number[] {
  const today = Date.parse(wallTime(nowMs, timeZone).slice(0, 10));
  return Array.from({ length: DAYS }, (_, index) => today - (DAYS - index) * DAY_MS)
    .filter((day) => ![0, 6].includes(new Date(day).getUTCDay()))
    .map((day) => day - (Date.parse(`${wallTime(day, timeZone).replace(' ', 'T')}Z`) - day));
}

const wallTime = (atMs: number, zone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(atMs);
