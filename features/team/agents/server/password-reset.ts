import { memberBelow } from '#features/team/access/server/index.ts';
import {
  alsoElsewhere,
  newFirstPassword,
  openPasswords,
  replacePasswords,
} from '#features/team/account/server/index.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { Failure } from '#shared/errors.ts';
import type { rosterApi } from '../contract/roster.ts';
import type { RosterParts } from './roster-parts.ts';
import { namesOf } from './roster-rules.ts';
import { rosterRepo } from './roster.repo.ts';

/**
 * Lets agents in again who forgot their password. Rules:
 * 1. Whoever holds the new password holds the keys of the account: it is given for members below the caller alone, and
 *    nobody gives themselves one without the old.
 * 2. A password is the person's, not the team's. Where it opens other teams too, or the installation, one team does not replace it.
 * 3. All or nobody, and each is told by mail.
 */
export function passwordResetHandlers({
  world,
  needs,
}: RosterParts): Handlers<Pick<typeof rosterApi, 'batchResetPassword'>> {
  const { db, metrics } = world;
  const passwords = openPasswords(metrics.registry);
  return {
    async batchResetPassword(caller, { userIds }) {
      const agents = await db.tenant({ tenantId: caller.tenantId }, async (tx) => {
        const held = await rosterRepo(tx, needs).hold(userIds);
        for (const { userId } of held) {
          if (userId === caller.userId) throw new Failure('notYourself');
          await memberBelow(tx, caller, userId);
        }
        return held;
      });
      const fresh = await Promise.all(
        agents.map(async ({ userId, name, email }) => {
          const password = newFirstPassword();
          return { userId, name, email, password, passwordHash: await passwords.hash(password) };
        }),
      );
      await db.everyTenant('a person belongs to several tenants', async (tx) => {
        const ids = agents.map(({ userId }) => userId);
        const others = new Set(await alsoElsewhere(tx, caller.tenantId, ids));
        if (others.size > 0)
          throw new Failure('passwordNotYours', namesOf(agents.filter(({ userId }) => others.has(userId))));
        await replacePasswords(world, tx, fresh);
      });
      await db.tenant(caller, async () => caller.operation.note(namesOf(agents)));
      return fresh.map(({ userId, name, email, password }) => ({ userId, name, email, password }));
    },
  };
}
