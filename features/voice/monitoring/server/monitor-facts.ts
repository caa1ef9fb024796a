import { dayOf, startOfDay } from '#core/calendar/day-range.ts';
import type { GroupDay } from '#core/figures/service-level.ts';
import type { World } from '#platform/server/world.ts';
import type { WallSettings } from '../contract.ts';
import { monitorRepo, type ChatDay, type ChatsInLine, type SeatedPerson } from './monitor.repo.ts';

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

/** Reads everything for readers in these zones; the names of those in these calls. */
export const readFacts = (
  { db, clock }: Pick<World, 'db' | 'clock'>,
  tenantId: number,
  zones: Iterable<string>,
  callIds: readonly string[],
): Promise<TenantFacts> =>
  db.tenant({ tenantId }, async (tx) => {
    const repo = monitorRepo(tx);
    const nowMs = clock.nowMs();
    const days = new Map<string, DayOfGroups>();
    // Many zones begin their day at the same moment.
    const read = new Map<number, DayOfGroups>();
    for (const zone of zones) {
      const fromMs = startOfDay(dayOf(nowMs, zone), zone);
      const day = read.get(fromMs) ?? {
        calls: await repo.daySince(fromMs),
        chats: await repo.chatDaySince(fromMs),
      };
      read.set(fromMs, day);
      days.set(zone, day);
    }
    return {
      people: await repo.people(nowMs),
      chats: await repo.chatsWaiting(),
      wall: await repo.wall(),
      names: await repo.customerNames(callIds),
      days,
    };
  });
