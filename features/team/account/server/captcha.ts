import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { hashToken } from '#platform/server/sessions/sessions.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { accountApi } from '../contract.ts';
import { isWorkDone, type Work } from '../core/proof-of-work.ts';
import { newToken } from './secret.ts';

const LIFE_MS = 5 * 60_000;
const TRIES = 3;

type CaptchaHandlers = Pick<Handlers<typeof accountApi>, 'startCaptcha' | 'solveCaptcha' | 'captchaState'>;

/**
 * What keeps machines from asking as often as they like. A picture that people can read programs read better; so the
 * browser works for a moment instead, and nobody has to read anything. The id is the challenge.
 */
export function captchaHandlers({ db, clock }: Pick<World, 'db' | 'clock'>, work: Work): CaptchaHandlers {
  return {
    async startCaptcha() {
      const id = newToken();
      await db.everyTenant('nobody is signed in yet', (tx) =>
        sql`insert into captcha (id_hash, expires_at) values (${hashToken(id)}, ${new Date(clock.nowMs() + LIFE_MS)})`.execute(
          tx.as(),
        ),
      );
      return { id, ...work };
    },

    async solveCaptcha(_visitor, { id, text }) {
      const isDone = isWorkDone(id, work, text);
      const solved = await db.everyTenant('nobody is signed in yet', async (tx) => {
        const { rows } = await sql`
          update captcha set tries = tries + 1, solved_at = ${isDone ? new Date(clock.nowMs()) : null}
          where id_hash = ${hashToken(id)} and tries < ${TRIES} and solved_at is null and expires_at > ${new Date(clock.nowMs())}
          returning 1`.execute(tx.as());
        return isDone && rows.length === 1;
      });
      if (!solved) throw new Failure('captchaWrong');
      return { verified: true as const };
    },

    async captchaState(_visitor, { id }) {
      const { rows } = await db.everyTenant('nobody is signed in yet', (tx) =>
        sql`select 1 from captcha where id_hash = ${hashToken(id)} and solved_at is not null and expires_at > ${new Date(clock.nowMs())}`.execute(
          tx.as(),
        ),
      );
      return { verified: rows.length === 1 };
    },
  };
}

/** Uses a solved captcha up; throws `captchaRequired` when there is none. */
export async function spendCaptcha(tx: Tx, nowMs: number, id: string | undefined): Promise<void> {
  const { rows } =
    await sql`delete from captcha where id_hash = ${hashToken(id ?? '')} and solved_at is not null and expires_at > ${new Date(nowMs)} returning 1`.execute(
      tx.as(),
    );
  if (rows.length === 0) throw new Failure('captchaRequired');
}
