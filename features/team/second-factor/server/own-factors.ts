import { sql } from 'kysely';
import {
  holdPerson,
  isCompanySession,
  isSecondFactorNeeded,
  markSecondFactor,
  notifyPerson,
} from '#features/team/account/server/index.ts';
import type { Tx } from '#platform/server/db/db.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { Failure } from '#shared/errors.ts';
import type { secondFactorApi } from '../contract.ts';
import { added, totpEnrolment } from './enrolment.ts';
import { factorsRepo } from './factors.repo.ts';
import type { Passkeys } from './passkeys.ts';
import { passkeysRepo } from './passkeys.repo.ts';
import type { FactorWorld } from './prove-factor.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';

type OwnCalls = 'own' | 'beginTotp' | 'confirmTotp' | 'removeTotp' | PasskeyCalls | 'remakeRecoveryCodes';
type PasskeyCalls = 'beginPasskey' | 'addPasskey' | 'renamePasskey' | 'removePasskey';

/** The factors of whoever is signed in. The router has seen to it that they showed lately who they are. */
export function ownFactorHandlers(
  world: FactorWorld,
  passkeys: Passkeys,
): Pick<Handlers<typeof secondFactorApi>, OwnCalls> {
  const { db, publicUrl, sessions } = world;
  const enrolment = totpEnrolment(world);

  const read = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.everyTenant('people belong to no tenant', work);

  /** What a company says counts in its own tenant; a factor would count, or be missing, in all of the person's. */
  const change = <T>({ sessionId, userId }: Caller, work: (tx: Tx) => Promise<T>): Promise<T> =>
    read(async (tx) => {
      if (await isCompanySession(tx, sessionId)) throw new Failure('secondFactorOfCompany');
      // Of two who remove the last two at once, one is the last.
      await holdPerson(tx, userId);
      return work(tx);
    });

  const remove = (caller: Caller, take: (tx: Tx) => Promise<number>): Promise<null> =>
    change(caller, async (tx) => {
      if ((await take(tx)) === 0) throw new Failure('notFound');
      await settle(tx, caller.userId);
      await sessions.changed(tx, { userId: caller.userId });
      await notifyPerson(tx, caller.userId, 'second-factor.mail.removed', { url: publicUrl });
      return null;
    });

  return {
    own: ({ userId, sessionId }) =>
      read(async (tx) => {
        const factors = factorsRepo(tx, userId);
        const totp = await factors.totp(true);
        return {
          totp: totp && { since: totp.created_at, lastUsedAt: totp.last_used_at },
          passkeys: (await passkeysRepo(tx, userId).all()).map((key) => ({
            id: key.id,
            name: key.name,
            since: key.created_at,
            lastUsedAt: key.last_used_at,
          })),
          rpId: new URL(publicUrl).hostname,
          recoveryLeft: await factors.recoveryLeft(),
          isNeeded: await isSecondFactorNeeded(tx, userId),
          isLastOwner: await isLastOwner(tx, userId),
          isCompany: await isCompanySession(tx, sessionId),
        };
      }),

    beginTotp: (caller) => change(caller, (tx) => enrolment.begin(tx, caller.userId)),

    confirmTotp: (caller, { code }) =>
      change(caller, async (tx) => {
        const recoveryCodes = await enrolment.confirm(tx, caller.userId, code);
        await sessions.prove(tx, { ...caller, showsFactor: true });
        return { recoveryCodes };
      }),

    removeTotp: (caller) => remove(caller, (tx) => factorsRepo(tx, caller.userId).removeTotp()),

    beginPasskey: (caller) => change(caller, (tx) => passkeys.beginning(tx, caller.userId)),

    addPasskey: (caller, made) =>
      change(caller, async (tx) => {
        caller.operation.note(made.name);
        await passkeys.add(tx, caller.userId, made);
        await sessions.prove(tx, { ...caller, showsFactor: true });
        return { recoveryCodes: await added(tx, caller.userId, publicUrl) };
      }),

    renamePasskey: (caller, { id, name }) =>
      change(caller, async (tx) => {
        const before = await passkeysRepo(tx, caller.userId).rename(id, name);
        if (before === null) throw new Failure('notFound');
        caller.operation.note(id, { before: { name: before }, after: { name } });
        return null;
      }),

    removePasskey(caller, { id }) {
      caller.operation.note(id);
      return remove(caller, (tx) => passkeysRepo(tx, caller.userId).remove(id));
    },

    remakeRecoveryCodes: (caller) =>
      change(caller, async (tx) => {
        if (!(await hasFactor(tx, caller.userId))) throw new Failure('secondFactorMissing');
        const recoveryCodes = await makeRecoveryCodes(tx, caller.userId);
        await notifyPerson(tx, caller.userId, 'second-factor.mail.recoveryRemade', { url: publicUrl });
        return { recoveryCodes };
      }),
  };
}

/** Whether a team of the person has no other owner who may come in. */
async function isLastOwner(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from member m where m.user_id = ${userId} and m.is_owner and m.enabled and not exists (
      select 1 from member o where o.tenant_id = m.tenant_id and o.user_id <> m.user_id and o.is_owner and o.enabled) limit 1`.execute(
    tx.as(),
  );
  return rows.length > 0;
}

const hasFactor = async (tx: Tx, userId: number): Promise<boolean> =>
  (await factorsRepo(tx, userId).totp(true)) !== null || (await passkeysRepo(tx, userId).all()).length > 0;

/** After one was removed: the last takes the recovery codes along, and does not go where a role asks for one. */
async function settle(tx: Tx, userId: number): Promise<void> {
  if (await hasFactor(tx, userId)) return;
  if (await isSecondFactorNeeded(tx, userId)) throw new Failure('secondFactorKept');
  await factorsRepo(tx, userId).replaceRecoveryCodes([]);
  await markSecondFactor(tx, userId, false);
}

/** Takes away everything a person could show besides the password; answers whether there was something. */
export async function forgetFactors(tx: Tx, userId: number): Promise<boolean> {
  const factors = factorsRepo(tx, userId);
  const had = await hasFactor(tx, userId);
  await factors.removeTotp();
  await passkeysRepo(tx, userId).remove();
  await factors.replaceRecoveryCodes([]);
  await markSecondFactor(tx, userId, false);
  return had;
}
