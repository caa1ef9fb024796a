import { sql } from 'kysely';
import { paidUntilMs } from '#core/money/paid-until.ts';
import type { CampaignDoor, CampaignStop } from '#platform/server/contributions.ts';
import type { World } from '#platform/server/world.ts';
import { TaskPauseReason } from '#shared/codes/task-pause-reason.ts';

interface DoorRow {
  isStopped: boolean;
  isActive: boolean;
  paidUntil: string | null;
  isSpent: boolean;
}

/**
 * Whether the account of a tenant lets its campaigns run. What one call costs, and whether there is a price for it, is said by the plan of
 * that call: here it is only asked whether anything is left at all, where every line costs something.
 */
export const moneyDoor =
  ({ db, clock }: Pick<World, 'db' | 'clock'>): CampaignDoor =>
  async (tenantId, { kind }) => {
    const nowMs = clock.nowMs();
    const chargedAs = kind === 'ai' ? 'ai' : 'task';
    const { rows } = await db.tenant({ tenantId }, (tx) =>
      sql<DoorRow>`
        select coalesce((select p.campaigns_stopped from tenant_plan p), false) or outgoing_is_held() "isStopped", t.state = 'active' "isActive",
          (select value from tenant_setting where name = 'DialerPaidUntil') "paidUntil",
          exists (select from money_available() m where m.available_e4 <= 0 and is_priced(t.id, m.currency, 'call', ${chargedAs}, ${new Date(nowMs)})
            and not (own_lines_free() and has_own_lines())) "isSpent"
        from tenant t`.execute(tx.as()),
    );
    const stop = rows[0] && whyNot(rows[0], nowMs);
    return stop ? { pauses: stop } : null;
  };

function whyNot({ isStopped, isActive, paidUntil, isSpent }: DoorRow, nowMs: number): CampaignStop | null {
  const endsMs = paidUntilMs(paidUntil ?? '');
  if (isStopped) return TaskPauseReason.superAdminPaused;
  if (!isActive || (endsMs !== null && endsMs <= nowMs)) return TaskPauseReason.accountError;
  return isSpent ? TaskPauseReason.balanceInsufficient : null;
}
