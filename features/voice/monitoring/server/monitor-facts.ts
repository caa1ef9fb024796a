import { isDeepStrictEqual } from 'node:util';
import { dayOf, startOfDay } from '#core/calendar/day-range.ts';
import type { GroupDay } from '#core/figures/service-level.ts';
import type { World } from '#platform/server/world.ts';
import type { WallSettings } from '../contract.ts';
import {
  chatDaySince,
  chatsWaiting,
  customerNames,
  daySince,
  seatedPeople,
  wallOf,
  wallSetting,
  type CallName,
  type ChatDay,
  type ChatsInLine,
  type OfGroup,
  type SeatedPerson,
  type WallRow,
} from './monitor.repo.ts';

/** What of a tenant has to be read; kept for all who look at it. */
export interface TenantFacts {
  people: readonly SeatedPerson[];
  chats: ReadonlyMap<number, ChatsInLine>;
  wall: WallSettings;
  /** Customers by the calls they are in. */
  names: ReadonlyMap<string, string>;
  /** The day so far, by where it began. */
  days: ReadonlyMap<string, DayOfGroups>;
}

/** What became of groups' callers and of those who wrote to them. */
export interface DayOfGroups {
  calls: ReadonlyMap<number, GroupDay>;
  chats: ReadonlyMap<number, ChatDay>;
}

/** Reads everything for readers in these zones; the names of those in these calls. One journey to the database. */
export async function readFacts(
  { db, clock }: Pick<World, 'db' | 'clock'>,
  tenantId: number,
  zones: Iterable<string>,
  callIds: readonly string[],
): Promise<TenantFacts> {
  const nowMs = clock.nowMs();
  const began = Array.from(zones, (zone) => ({ zone, fromMs: startOfDay(dayOf(nowMs, zone), zone) }));
  // Many zones begin their day at the same moment.
  const moments = [...new Set(began.map(({ fromMs }) => fromMs))];
  const { kept, days } = await readAtOnce(db, tenantId, { nowMs, callIds, moments });
  return { ...kept, days: new Map(began.map(({ zone, fromMs }) => [zone, days[moments.indexOf(fromMs)]!])) };
}

interface Wanted {
  nowMs: number;
  callIds: readonly string[];
  moments: readonly number[];
}

async function readAtOnce(
  db: World['db'],
  tenantId: number,
  { nowMs, callIds, moments }: Wanted,
): Promise<{ kept: Omit<TenantFacts, 'days'>; days: DayOfGroups[] }> {
  const [days, chatDays] = [moments.map(daySince), moments.map(chatDaySince)];
  const asked = [seatedPeople(nowMs), chatsWaiting(), wallSetting(), customerNames(callIds), ...days, ...chatDays];
  const found = await db.read<object[]>({ tenantId }, asked);
  const [people, chats, walls, names] = found as [SeatedPerson[], OfGroup<ChatsInLine>[], WallRow[], CallName[]];
  const ofDays = found.slice(4);
  return {
    kept: {
      people,
      chats: byGroup(chats),
      wall: wallOf(walls),
      names: new Map(names.map(({ id, name }) => [id, name])),
    },
    days: moments.map((_, place) => ({
      calls: byGroup(ofDays[place] as OfGroup<GroupDay>[]),
      chats: byGroup(ofDays[moments.length + place] as OfGroup<ChatDay>[]),
    })),
  };
}

const byGroup = <Figures>(rows: readonly OfGroup<Figures>[]): Map<number, Figures> =>
  new Map(rows.map(({ id, ...figures }) => [id, figures as Figures]));

/** What was read, with all of what was known that it says again: the same facts when it says nothing new. */
export function keepFacts(known: TenantFacts, fresh: TenantFacts): TenantFacts {
  const people = keepPeople(known.people, fresh.people);
  const [chats, wall, names, days] = (['chats', 'wall', 'names', 'days'] as const).map((part) =>
    isDeepStrictEqual(known[part], fresh[part]) ? known[part] : fresh[part],
  ) as [TenantFacts['chats'], TenantFacts['wall'], TenantFacts['names'], TenantFacts['days']];
  const isSame =
    people === known.people &&
    chats === known.chats &&
    wall === known.wall &&
    names === known.names &&
    days === known.days;
  return isSame ? known : { people, chats, wall, names, days };
}

function keepPeople(known: readonly SeatedPerson[], fresh: readonly SeatedPerson[]): readonly SeatedPerson[] {
  const before = new Map(known.map((person) => [person.userId, person]));
  const people = fresh.map((person) => {
    const same = before.get(person.userId);
    return same && isSamePerson(same, person) ? same : person;
  });
  return people.length === known.length && people.every((person, place) => person === known[place]) ? known : people;
}

const isSamePerson = (one: SeatedPerson, other: SeatedPerson): boolean =>
  one.groups.length === other.groups.length &&
  one.groups.every((id, place) => id === other.groups[place]) &&
  (Object.keys(other) as (keyof SeatedPerson)[]).every((field) => field === 'groups' || one[field] === other[field]);
