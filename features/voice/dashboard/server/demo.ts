import { dayOf, nextDay, startOfDay } from '#core/calendar/day-range.ts';
import type { StatusSpan } from '#core/figures/status-time.ts';
import { addDemoStatuses, agentsWithoutStatus } from '#features/team/agent-status/server/index.ts';
import type { Tx } from '#platform/server/db/db.ts';
import type { DemoTenant } from '#platform/server/feature.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';

const DAYS = 30;
const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];
const { available, eating, restroom, meeting, onBreak, offline } = AgentStatus;

/** The working days of a month, as one agent spent them: from nine to six, with a meal and what else a day brings. */
export function demoShifts({
  timeZone,
  nowMs,
  chance,
}: Pick<DemoTenant, 'timeZone' | 'nowMs' | 'chance'>): StatusSpan[] {
  const changes: { status: AgentStatus; atMs: number }[] = [];
  let day = dayOf(nowMs - DAYS * DAY_MS, timeZone);
  const today = dayOf(nowMs, timeZone);
  for (; day <= today; day = nextDay(day)) {
    const isSunday = new Date(`${day}T00:00:00Z`).getUTCDay() === 0;
    if ((isSunday && day !== today) || chance() < 0.06) continue;
    const begins = startOfDay(day, timeZone) + 9 * HOUR_MS + Math.round((chance() - 0.6) * 30) * MINUTE_MS;
    const at = (hours: number, minutes: number) =>
      begins + hours * HOUR_MS + Math.round(minutes + chance() * 20) * MINUTE_MS;
    const plan: [AgentStatus, number][] = [
      [available, begins],
      [restroom, at(1, 20)],
      [available, at(1, 42)],
      [eating, at(3, 10)],
      [available, at(3, 55)],
    ];
    if (chance() < 0.4) plan.push([meeting, at(5, 0)], [available, at(5, 40)]);
    plan.push([onBreak, at(6, 30)], [available, at(6, 55)], [offline, at(8, 40)]);
    changes.push(...plan.map(([status, atMs]) => ({ status, atMs })));
  }
  const past = changes.filter(({ atMs }) => atMs < nowMs - HOUR_MS);
  // Nobody sits there any more: whoever still worked has gone since.
  if (past.at(-1) && past.at(-1)!.status !== offline) past.push({ status: offline, atMs: nowMs - HOUR_MS / 2 });
  return past.map(({ status, atMs }, place) => ({ status, atMs, untilMs: past[place + 1]?.atMs ?? null }));
}

/** A month of statuses for agents who never had one. */
export async function demoStatuses(tx: Tx, tenant: DemoTenant): Promise<void> {
  const agents = await agentsWithoutStatus(tx, tenant.tenantId);
  const seats = new Set(tenant.people.filter(({ voiceSeat }) => voiceSeat).map(({ userId }) => userId));
  const spans = agents
    .filter((userId) => seats.has(userId))
    .flatMap((userId) => demoShifts(tenant).map((span) => ({ userId, ...span })));
  await addDemoStatuses(tx, tenant.tenantId, spans);
}
