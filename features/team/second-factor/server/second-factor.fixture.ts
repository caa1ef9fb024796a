import { openPasswords } from '#features/team/account/server/index.ts';
import type { SignInAnswer } from '#features/team/account/contract.ts';
import { failures, type FailureName } from '#shared/errors.ts';
import { aMember, aTenant, type MemberWishes } from '#test/builders.ts';
import { clockOf } from '#test/clock.ts';
import { testServer } from '#test/test-server.ts';
import { sql } from 'kysely';
import { vi } from 'vitest';
import type { KeptMessage } from '#core/messages/outbox.ts';
import { stepAt } from '../core/totp.ts';
import { codeAt } from './totp-keys.ts';

export const PASSWORD = 'correct horse staple';
/** The real cost would make these tests wait for the processor most of the time. */
const hashed = openPasswords(undefined, { memoryCost: 64, timeCost: 1 }).hash(PASSWORD);
export const BROWSER = { deviceUniqueIdentification: 'the browser of the test' };

const at = (path: string): string => `/admin/saas_plat/${path}`;

export const codeOf = (name: FailureName): number => failures[name].code;

/** The key an authenticator app was given, from its Base32. */
function keyBytes(base32: string): Buffer {
  const bits = [...base32].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  return Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)!
      .map((byte) => Number.parseInt(byte, 2)),
  );
}

/** The whole server with a clock to turn, and what people of these tests do. */
export async function factorServer() {
  let aheadMs = 0;
  const clock = clockOf(() => Date.now() + aheadMs);
  const server = await testServer({ clock });
  const { db } = server.world;

  const post = (path: string, body: object = {}, token?: string) =>
    server.ask('POST', at(path), { body, ...(token ? { token } : {}) });

  return {
    ...server,
    db,
    post,
    at,
    pass(ms: number): void {
      aheadMs += ms;
    },
    /** Somebody of a team of their own, unless said, who knows PASSWORD. */
    async person({ tenantId, ...wishes }: MemberWishes & { tenantId?: number } = {}) {
      const member = await aMember(db, tenantId ?? (await aTenant(db)), { passwordHash: await hashed, ...wishes });
      // Signed in now, by the clock of this server.
      await db.everyTenant('a sign-in', (tx) => server.world.sessions.prove(tx, member));
      return member;
    },
    async signIn(email: string, browser: object = BROWSER): Promise<SignInAnswer> {
      const { data } = await server.ask('PUT', at('user/login'), { body: { email, password: PASSWORD, ...browser } });
      return data;
    },
    /** What the app shows now; every code of a test is a later one than before. */
    code(key: string): string {
      aheadMs += 30_000;
      return codeAt(keyBytes(key), stepAt(clock.nowMs()));
    },
    /** Adds an authenticator app to somebody signed in. */
    async enrol(token: string): Promise<{ key: string; recoveryCodes: string[] }> {
      const { data: begun } = await post('second_factor/totp/begin', {}, token);
      const { data } = await post('second_factor/totp/confirm', { code: this.code(begun.key) }, token);
      return { key: begun.key, recoveryCodes: data.recoveryCodes };
    },
    needSecondFactor: (tenantId: number): Promise<unknown> =>
      db.everyTenant('a role asks for it', (tx) =>
        sql`update role set needs_second_factor = true where tenant_id = ${tenantId}`.execute(tx.as()),
      ),
    /** The newest letter to somebody that says something. */
    letter: (to: string, says: RegExp): Promise<KeptMessage> =>
      vi.waitFor(
        async () => {
          const kept = await server.world.outbox!.list(50);
          const found = kept.find((each) => each.to === to && says.test(`${each.subject}\n${each.text}`));
          if (!found) throw new Error(`no such letter to ${to}`);
          return found;
        },
        { timeout: 4_000, interval: 10 },
      ),
  };
}
