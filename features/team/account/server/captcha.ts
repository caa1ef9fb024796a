import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import svgCaptcha from 'svg-captcha';
import type { Tx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { hashToken } from '#platform/server/sessions/sessions.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { accountApi } from '../contract.ts';
import { hashWithSalt, isSame, newToken } from './secret.ts';

const LIFE_MS = 5 * 60_000;
const TRIES = 3;
const LENGTH = 5;
/** Without look-alikes. */
const LETTERS = 'abcdefghkmnprstuvwxyz2345678';

/** Random in the cryptographic sense, unlike the text the library would choose itself. */
export const randomText = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

// The type file of the library does not say that it can draw a given text.
const draw = svgCaptcha as unknown as (text: string, options: object) => string;

type CaptchaHandlers = Pick<Handlers<typeof accountApi>, 'startCaptcha' | 'solveCaptcha' | 'captchaState'>;

/** Pictures that people can read and simple programs cannot. `chooseText` is given by tests. */
export function captchaHandlers({ db, clock }: Pick<World, 'db' | 'clock'>, chooseText = randomText): CaptchaHandlers {
  return {
    async startCaptcha() {
      const id = newToken();
      const text = chooseText();
      await db.everyTenant('nobody is signed in yet', (tx) =>
        sql`insert into captcha (id_hash, answer_hash, expires_at) values (${hashToken(id)}, ${hashWithSalt(id, text)}, ${new Date(clock.nowMs() + LIFE_MS)})`.execute(
          tx.as(),
        ),
      );
      const svg = draw(text, { width: 160, height: 56, fontSize: 60, noise: 2, background: '#ffffff', color: true });
      return { id, image: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` };
    },

    async solveCaptcha(_visitor, { id, text }) {
      const solved = await db.everyTenant('nobody is signed in yet', async (tx) => {
        const { rows } = await sql<{ answer_hash: Buffer }>`
          update captcha set tries = tries + 1
          where id_hash = ${hashToken(id)} and tries < ${TRIES} and solved_at is null and expires_at > ${new Date(clock.nowMs())}
          returning answer_hash`.execute(tx.as());
        if (!rows[0] || !isSame(rows[0].answer_hash, hashWithSalt(id, text.toLowerCase()))) return false;
        await sql`update captcha set solved_at = ${new Date(clock.nowMs())} where id_hash = ${hashToken(id)}`.execute(
          tx.as(),
        );
        return true;
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

/** Uses a solved picture up; throws `captchaRequired` when there is none. */
export async function spendCaptcha(tx: Tx, nowMs: number, id: string | undefined): Promise<void> {
  const { rows } =
    await sql`delete from captcha where id_hash = ${hashToken(id ?? '')} and solved_at is not null and expires_at > ${new Date(nowMs)} returning 1`.execute(
      tx.as(),
    );
  if (rows.length === 0) throw new Failure('captchaRequired');
}
