import { refuseClosedDemo } from '#platform/server/demo-tenants.ts';
import { refuseInactive } from '#platform/server/tenant-state.ts';
import { refuseForeignSignIn } from '#platform/server/sessions/allowed-networks.ts';
import type { Origin } from '#platform/server/http/caller.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { refuseWithoutCompany } from './company-sign-in.ts';
import { writeEntry } from './entry.ts';
import { openPasswords } from './passwords.ts';
import { openGuard } from './sign-in-guard.ts';
import { stepOf } from './second-step.ts';
import { accountOf, provePassword, refuseReplaced } from './sign-in.ts';

/**
 * For clients that show e-mail and password with every call instead of keeping a session. The limits are those of the
 * sign-in; where it would ask for a captcha this refuses, for there is nobody to solve it.
 */
export function openPasswordProof({
  db,
  clock,
  demo,
  metrics,
  publicUrl,
}: Pick<World, 'db' | 'clock' | 'demo' | 'metrics' | 'publicUrl'>) {
  const inside = { db, demo, publicUrl, passwords: openPasswords(metrics.registry), guard: openGuard(clock) };
  return async (name: string, password: string, origin: Origin): Promise<{ userId: number; tenantId: number }> => {
    const email = name.trim().toLowerCase();
    const who = { account: email, address: origin.address };
    const account = await db.everyTenant('an address alone does not tell the tenant', async (tx) => {
      if ((await inside.guard.look(tx, who)).needsCaptcha) throw new Failure('captchaRequired');
      return accountOf(tx, email, demo);
    });
    await provePassword(inside, { who, password, account, origin, solvedCaptcha: false });
    const { id: userId, tenant_id: tenantId, enabled } = account!;
    if (tenantId === null) throw new Failure('notInTeam');
    if (!enabled) throw new Failure('accountDisabled');
    await db.everyTenant('a sign-in chooses the tenant', async (tx) => {
      await refuseReplaced(tx, account!);
      await refuseClosedDemo(tx, tenantId, demo);
      await refuseInactive(tx, tenantId);
      await refuseForeignSignIn(tx, { tenantId, userId }, origin.address);
      await refuseWithoutCompany(tx, { tenantId, userId });
      // Nobody is there to show a second one: the password alone must not be enough.
      const step = await stepOf(tx, { tenantId, userId });
      if (step !== 'none') throw new Failure(step === 'newPassword' ? 'passwordToChange' : 'secondFactorRequired');
      await writeEntry(tx, 'login', { tenantId, userId }, origin);
    });
    return { userId, tenantId };
  };
}
