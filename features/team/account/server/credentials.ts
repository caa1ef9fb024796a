import { sql } from 'kysely';
import { isDuplicate, type Tx } from '#platform/server/db/db.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { Failure } from '#shared/errors.ts';
import { languageFor } from '#shared/languages.ts';
import type { accountApi } from '../contract.ts';
import { readProof, spendProof } from './contact-proof.ts';
import { writeEntryEverywhere } from './entry.ts';
import { setPassword } from './first-password.ts';
import { forgetDevices, rememberDevice } from './known-devices.ts';
import { sendMail, notifyPerson } from './letters.ts';
import { ownTextsOf, refuseWeak } from './password-rules.ts';
import { letIn, spendStep, takeStep } from './second-step.ts';
import type { SignInWorld } from './sign-in.ts';

type CredentialHandlers = Pick<
  Handlers<typeof accountApi>,
  'firstPassword' | 'resetPassword' | 'changePassword' | 'bindPhone' | 'changeEmail'
>;

/** What a person signs in with: password, phone, e-mail address. */
export function credentialHandlers(world: SignInWorld): CredentialHandlers {
  const { db, sessions, clock, passwords, guard, publicUrl } = world;

  return {
    async firstPassword({ origin }, { ticket, password, deviceUniqueIdentification: deviceId, deviceMark: mark }) {
      const atStep = async (tx: Tx) => {
        const taken = await takeStep(tx, clock.nowMs(), ticket, origin, deviceId);
        if (taken.step !== 'newPassword') throw new Failure('signInStepOver');
        return { userId: taken.userId, tenantId: taken.tenantId };
      };
      const { email, known, own } = await db.everyTenant('nobody is signed in yet', async (tx) => {
        const { userId } = await atStep(tx);
        const { rows } = await sql<{
          email: string;
          known: string;
        }>`select email, password_hash known from user_account where id = ${userId}`.execute(tx.as());
        return { ...rows[0]!, own: await ownTextsOf(tx, userId) };
      });
      refuseWeak(password, email, own);
      if (await passwords.verify(known, password)) throw new Failure('samePassword');
      const passwordHash = await passwords.hash(password);
      return db.everyTenant('a person belongs to several tenants', async (tx) => {
        const who = await atStep(tx);
        await spendStep(tx, ticket, who);
        await setPassword(world, tx, who.userId, passwordHash);
        await writeEntryEverywhere(tx, 'resetPassword', who.userId, origin);
        return letIn(world, tx, who, origin, { deviceId, mark });
      });
    },

    async resetPassword({ origin }, { proof, password }) {
      const { userId, email, own } = await db.everyTenant('a contact belongs to no tenant', async (tx) => {
        const person = await personByContact(tx, await readProof(tx, clock.nowMs(), proof, 'resetPassword'));
        return { userId: person.id, email: person.email, own: await ownTextsOf(tx, person.id) };
      });
      refuseWeak(password, email, own);
      const passwordHash = await passwords.hash(password);
      return db.everyTenant('a person belongs to several tenants', async (tx) => {
        await spendProof(tx, clock.nowMs(), proof, 'resetPassword');
        await setPassword(world, tx, userId, passwordHash);
        await guard.passed(tx, { account: email });
        await sessions.end(tx, { userId });
        await forgetDevices(tx, userId);
        await writeEntryEverywhere(tx, 'resetPassword', userId, origin);
        // Strangers who go on guessing must not shut out whoever just proved to be the person.
        return { deviceMark: (await rememberDevice(tx, clock.nowMs(), userId)).mark };
      });
    },

    async changePassword(caller, { oldPassword, password }) {
      const email = await proveOwnPassword(world, caller, oldPassword);
      if (oldPassword === password) throw new Failure('samePassword');
      const own = await db.everyTenant('people belong to no tenant', (tx) => ownTextsOf(tx, caller.userId));
      refuseWeak(password, email, own);
      const passwordHash = await passwords.hash(password);
      await db.everyTenant('a person belongs to several tenants', async (tx) => {
        await setPassword(world, tx, caller.userId, passwordHash);
        await sessions.end(tx, { userId: caller.userId, except: caller.sessionId });
      });
      return null;
    },

    async bindPhone(caller, { proof, password }) {
      await proveOwnPassword(world, caller, password);
      return db.everyTenant('a person belongs to several tenants', async (tx) => {
        const phone = await spendProof(tx, clock.nowMs(), proof, 'bindPhone');
        await sql`update user_account set phone = ${phone} where id = ${caller.userId}`
          .execute(tx.as())
          .catch(taken('user_account_phone', 'phoneTaken'));
        await notifyPerson(tx, caller.userId, 'account.mail.phoneChanged', { ending: phone.slice(-4), url: publicUrl });
        return { phone };
      });
    },

    async changeEmail(caller, { proof, password }) {
      const before = await proveOwnPassword(world, caller, password);
      return db.everyTenant('a person belongs to several tenants', async (tx) => {
        const email = await spendProof(tx, clock.nowMs(), proof, 'changeEmail');
        const { rows } = await sql<{
          language: string;
        }>`update user_account set email = ${email} where id = ${caller.userId} returning language`
          .execute(tx.as())
          .catch(taken('user_account_email', 'emailTaken'));
        await sendMail(tx, {
          to: before,
          language: languageFor([rows[0]!.language]),
          key: 'account.mail.emailChanged',
          values: { email },
        });
        return { email };
      });
    },
  };
}

/** Whoever sits at an unlocked screen must not be able to guess the password; answers the e-mail address. */
export async function proveOwnPassword(
  { db, guard, passwords }: Pick<SignInWorld, 'db' | 'guard' | 'passwords'>,
  { userId }: Pick<Caller, 'userId'>,
  password: string,
): Promise<string> {
  // Whoever is signed in does not answer for strangers in the same network.
  const who = { account: `own password of ${userId}` };
  const { email, password_hash: known } = await db.everyTenant('people belong to no tenant', async (tx) => {
    await guard.look(tx, who);
    const { rows } = await sql<{
      email: string;
      password_hash: string;
    }>`select email, password_hash from user_account where id = ${userId}`.execute(tx.as());
    return rows[0]!;
  });
  const right = await passwords.verify(known, password);
  await db.everyTenant('people belong to no tenant', async (tx) => {
    if (!right) return void (await guard.failed(tx, who));
    // Asked again: others may have guessed wrong while this one was compared.
    await guard.look(tx, who);
    await guard.passed(tx, who);
  });
  if (!right) throw new Failure('wrongPassword');
  return email;
}

async function personByContact(tx: Tx, contact: string): Promise<{ id: number; email: string }> {
  const { rows } = await sql<{
    id: number;
    email: string;
  }>`select id, email from user_account where lower(email) = ${contact} or phone = ${contact}`.execute(tx.as());
  if (!rows[0]) throw new Failure('proofInvalid');
  return rows[0];
}

const taken =
  (constraint: string, failure: 'phoneTaken' | 'emailTaken') =>
  (thrown: unknown): never => {
    throw isDuplicate(thrown, constraint) ? new Failure(failure) : thrown;
  };
