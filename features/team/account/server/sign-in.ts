import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';
import type { Origin } from '#platform/server/http/caller.ts';
import { networkOf } from '#platform/server/http/network.ts';
import { rateLimiter } from '#platform/server/http/rate-limit.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import type { Limit } from '#shared/endpoint.ts';
import { Failure } from '#shared/errors.ts';
import type { accountApi } from '../contract.ts';
import { spendCaptcha } from './captcha.ts';
import { refuseWithoutCompany } from './company-sign-in.ts';
import { usedTenant, writeRefusal } from './entry.ts';
import { isMark, knownMark } from './known-devices.ts';
import { notifyPerson } from './letters.ts';
import type { Passwords } from './passwords.ts';
import { holdPerson } from './entering.ts';
import { letIn } from './second-step.ts';
import type { Guard, Guarded } from './sign-in-guard.ts';

export type SignInWorld = Pick<World, 'db' | 'demo' | 'publicUrl' | 'sessions' | 'clock'> & {
  passwords: Passwords;
  guard: Guard;
};

interface Account {
  id: number;
  password_hash: string;
  /** Where the person comes back to; null for who belongs nowhere. */
  tenant_id: number | null;
  enabled: boolean | null;
}

/** A machine that makes us compare passwords is stopped; browsers that people came from before go on. */
const FLOOD: Limit = { per: 'address', max: 300, windowSec: 60 };

type SignInHandlers = Pick<Handlers<typeof accountApi>, 'login' | 'isLogin' | 'logout'>;

export function signInHandlers(world: SignInWorld): SignInHandlers {
  const { db, demo, guard, sessions, clock } = world;
  const floods = rateLimiter(clock);

  /** Who comes, before the password is compared. */
  const meet = (origin: Origin, email: string, mark: string | undefined, captchaId: string | undefined) =>
    db.everyTenant('an address alone does not tell the tenant', async (tx) => {
      if (!floods.allows(networkOf(origin.address), FLOOD) && !(await isMark(tx, mark)))
        throw new Failure('tooManyRequests');
      const account = await accountOf(tx, email, demo);
      const who = { account: email, address: origin.address, device: await knownMark(tx, account?.id ?? null, mark) };
      const { needsCaptcha } = await guard.look(tx, who);
      if (needsCaptcha) await spendCaptcha(tx, clock.nowMs(), captchaId);
      return { account, who, solvedCaptcha: needsCaptcha };
    });

  return {
    async login({ origin }, { email, password, captchaId, deviceUniqueIdentification: deviceId, deviceMark: mark }) {
      const { account, who, solvedCaptcha } = await meet(origin, email, mark, captchaId);
      await provePassword(world, { who, password, account, origin, solvedCaptcha });
      return db.everyTenant('sign-in chooses the tenant', async (tx) => {
        const { id: userId, tenant_id: tenantId, enabled } = account!;
        await refuseReplaced(tx, account!);
        if (tenantId === null) throw new Failure('notInTeam');
        if (!enabled) throw new Failure('accountDisabled');
        await refuseWithoutCompany(tx, { userId, tenantId });
        return letIn(world, tx, { userId, tenantId }, origin, { deviceId, mark });
      });
    },
    isLogin: async ({ origin: { address } }, { token }) => ({
      is_login: (await sessions.identify(token, { renew: false, address }).catch(nobodyIfRefused)) !== null,
    }),
    async logout({ sessionId }) {
      await db.everyTenant('sessions belong to people', (tx) => sessions.end(tx, { sessionId }));
      return null;
    },
  };
}

/** Throws unless the password is right. A failure is counted and logged, and takes as long where there is no account. */
export async function provePassword(
  { db, demo, guard, passwords, publicUrl }: Pick<SignInWorld, 'db' | 'demo' | 'guard' | 'passwords' | 'publicUrl'>,
  {
    who,
    password,
    account,
    origin,
    solvedCaptcha,
  }: {
    who: Guarded;
    password: string;
    account: Pick<Account, 'id' | 'password_hash'> | null;
    origin: Origin;
    solvedCaptcha: boolean;
  },
): Promise<void> {
  const right = await passwords.verify(account?.password_hash ?? null, password);
  const refused = await db.everyTenant(
    'failures are counted for addresses nobody has, too',
    async (tx): Promise<Failure | null> => {
      const late = await guard
        .look(tx, who)
        .then(
          ({ needsCaptcha }) => (needsCaptcha && !solvedCaptcha ? new Failure('captchaRequired') : null),
          asFailure,
        );
      if (right && !late) {
        await guard.passed(tx, who);
        return null;
      }
      if (!right && (await guard.failed(tx, who)).locksNow && account)
        await notifyPerson(tx, account.id, 'account.mail.locked', { address: origin.address, url: publicUrl });
      const refusal = late ?? new Failure('wrongCredentials');
      await writeRefusal(tx, who.account, refusal.name, origin, demo);
      return refusal;
    },
  );
  if (refused) throw refused;
}

/** Throws when the password that was proven is not the password any more. */
export async function refuseReplaced(
  tx: Tx,
  { id, password_hash: proven }: Pick<Account, 'id' | 'password_hash'>,
): Promise<void> {
  if ((await holdPerson(tx, id)) !== proven) throw new Failure('wrongCredentials');
}

export async function accountOf(tx: Tx, email: string, demo: boolean): Promise<Account | null> {
  const { rows } = await sql<Account>`
    select u.id, u.password_hash, m.tenant_id, m.enabled from user_account u
      left join member m on m.user_id = u.id and m.tenant_id = ${usedTenant(demo)}
    where lower(u.email) = ${email.toLowerCase()}`.execute(tx.as());
  return rows[0] ?? null;
}

function nobodyIfRefused(thrown: unknown): null {
  asFailure(thrown);
  return null;
}

function asFailure(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown;
  throw thrown;
}
