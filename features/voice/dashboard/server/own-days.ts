import { dayOf, startOfDay } from '#core/calendar/day-range.ts';
import type { Db } from '#platform/server/db/db.ts';
import type { OwnDay, OwnDays } from '../contract.ts';
import { unansweredOf } from '#core/figures/call-figures.ts';
import { agentsRepo } from './agents.repo.ts';
import { readDashboard } from './figures.repo.ts';

/** What somebody did today and yesterday, by the days of their zone and the rules of the dashboard. */
export async function readOwnDays(
  db: Db,
  { tenantId, userId }: { tenantId: number; userId: number },
  zone: string,
  nowMs: number,
): Promise<OwnDays> {
  const today = dayOf(nowMs, zone);
  const yesterday = dayOf(startOfDay(today, zone) - 1, zone);
  const ofDay = async (day: string): Promise<OwnDay> => {
    const { total } = await readDashboard(db, { tenantId }, { from: day, to: day, zone, agent_id: userId }, nowMs);
    return { talked: total.talked, talkSec: total.talkSec, missed: unansweredOf(total) };
  };
  return {
    waiting: await db.tenant({ tenantId }, (tx) => agentsRepo(tx).waitingFor(userId)),
    today: await ofDay(today),
    yesterday: await ofDay(yesterday),
  };
}
