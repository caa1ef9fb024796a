import { atThisHour } from '#core/call/closed-hours.ts';
import { closedNow } from '#features/voice/business-hours/server/index.ts';
import { readCallSettings } from '#features/voice/call-settings/server/index.ts';
import { isActive } from '#platform/server/tenant-state.ts';
import type { CallPlans } from './call-plans.ts';
import { routesRepo } from './routes.repo.ts';
import type { PlanParts } from './plan-parts.ts';

/** Where a visitor who calls from a chat goes. */
export async function planGuest({ db, clock, guests }: PlanParts, guest: string): ReturnType<CallPlans['guest']> {
  const caller = await guests.caller(guest);
  if (!caller) return { refused: 'cannotCallNumber' };
  const { tenantId, groupId, language, isBlocked, visitorId, name, customerId } = caller;
  if (isBlocked) return { refused: 'numberBlacklisted' };
  return db.tenant({ tenantId }, async (tx): ReturnType<CallPlans['guest']> => {
    if (!(await isActive(tx))) return { refused: 'cannotCallNumber' };
    if (!(await routesRepo(tx).hasGroup(groupId))) return { refused: 'boundNumberError' };
    const to = atThisHour({ kind: 'group', groupId }, await closedNow(tx, { numberId: null, nowMs: clock.nowMs() }));
    const settings = await readCallSettings(tx);
    return {
      kind: 'inbound',
      tenantId,
      didNumberId: null,
      did: '',
      from: '',
      fromCountry: null,
      language,
      to,
      settings: { ...settings, language },
      visitor: { visitorId, name, customerId },
    };
  });
}
