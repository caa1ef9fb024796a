import { alsoElsewhere, notifyPerson } from '#features/team/account/server/index.ts';
import { forgetFactors } from '#features/team/second-factor/server/index.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { accessApi } from '../contract.ts';
import { memberBelow } from './member-below.ts';

/**
 * Helps somebody in again whose phone is gone. Rules:
 * 1. Only an owner does it for an owner, and others for whom they hold all keys of: a second factor protects those keys.
 * 2. Factors are the person's, not the team's. Where they protect other teams too, or the installation, one team does not take them
 *    away.
 */
export function factorResetHandlers({
  db,
  publicUrl,
}: Pick<World, 'db' | 'publicUrl'>): Handlers<Pick<typeof accessApi, 'resetSecondFactor'>> {
  return {
    async resetSecondFactor(caller, { userId }) {
      await db.tenant(caller, async (tx) => {
        const member = await memberBelow(tx, caller, userId);
        caller.operation.note(userId, { before: { nickName: member.nickName } });
      });
      await db.everyTenant('a person belongs to several tenants', async (tx) => {
        const elsewhere = await alsoElsewhere(tx, caller.tenantId, [userId]);
        if (elsewhere.length > 0) throw new Failure('secondFactorElsewhere');
        if (await forgetFactors(tx, userId))
          await notifyPerson(tx, userId, 'second-factor.mail.reset', { person: caller.name, url: publicUrl });
      });
      return null;
    },
  };
}
