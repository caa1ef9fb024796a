import { sql } from 'kysely';
import {
  changedFields,
  operationLogRepo,
  openLogKeeper,
  namesIn,
  verifyChain,
} from '#features/office/operation-log/server/index.ts';
import { TOTAL_CAP } from '#features/office/operation-log/contract.ts';
import { sendMail } from '#features/team/account/server/index.ts';
import type { Tx } from '#platform/server/db/db.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { INSTALLATION } from '#platform/server/http/installation.ts';
import { routes } from '#platform/server/http/routes.ts';
import { canSignIn, endOperator, makeOperator } from '#platform/server/operators.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { languageFor } from '#shared/languages.ts';
import { operatorsApi, type InstallationOperator } from '../contract.ts';

/** Those who run the installation, and what they did. */
export function operators(
  world: Pick<World, 'anchors' | 'catalogue' | 'db' | 'demo' | 'publicUrl' | 'sessions' | 'texts'>,
): ServerFeature {
  const { db, sessions, texts, publicUrl } = world;
  const keeper = openLogKeeper(world);
  const inLog = { tenantId: INSTALLATION };
  return {
    name: 'operators',
    routes: routes('operators', operatorsApi, {
      list: ({ userId }) =>
        db.everyTenant('operators belong to no tenant', (tx) => allOperators(tx, { me: userId, demo: world.demo })),

      add: (caller, { email }) =>
        db.everyTenant('operators belong to no tenant', async (tx) => {
          const { rows } = await sql<{ id: number; language: string }>`
            select id, language from user_account where lower(email) = ${email}`.execute(tx.as());
          if (!rows[0]) throw new Failure('personUnknown');
          const { id: userId, language } = rows[0];
          await makeOperator(tx, userId, caller.name);
          await sessions.changed(tx, { userId });
          const words = { language: languageFor([language]), key: 'operators.mail.added' };
          await sendMail(tx, { to: email, ...words, values: { name: caller.name, url: `${publicUrl}/operator` } });
          caller.operation.note(email);
          await caller.operation.writeBeside(tx, null);
          return { userId };
        }),

      remove: (caller, { userId }) =>
        db.everyTenant('operators belong to no tenant', async (tx) => {
          // Of the last two who remove one another, one stays.
          const { rows } = await sql<{ user_id: number; email: string; comes: boolean }>`
            select o.user_id, u.email, ${canSignIn(world.demo)} comes
            from operator_account o join user_account u on u.id = o.user_id order by o.user_id for update of o`.execute(
            tx.as(),
          );
          const gone = rows.find((row) => row.user_id === userId);
          if (!gone) throw new Failure('notFound');
          // Who cannot come in runs nothing; whoever asks is here.
          const left = rows.filter((row) => row !== gone && (row.comes || row.user_id === caller.userId));
          if (left.length === 0) throw new Failure('lastOperator');
          await endOperator(sessions, tx, userId);
          caller.operation.note(gone.email);
          await caller.operation.writeBeside(tx, null);
          return null;
        }),

      log(caller, { page, size, beforeId, ...filter }) {
        const offset = (page - 1) * size;
        if (offset >= TOTAL_CAP) throw new Failure('invalidInput', 'page: use beforeId');
        const { entry } = namesIn(texts, caller);
        return db.tenant(inLog, async (tx) => {
          const repo = operationLogRepo(tx);
          const found = await repo.total(filter);
          const list = found === 0 ? [] : await repo.page(filter, { size, offset, beforeId });
          return { list: list.map(entry), total: Math.min(found, TOTAL_CAP), totalCapped: found > TOTAL_CAP };
        });
      },

      async logEntry(caller, { id }) {
        const row = await db.tenant(inLog, (tx) => operationLogRepo(tx).detail(id));
        if (!row) throw new Failure('notFound');
        return { ...namesIn(texts, caller).entry(row), changes: changedFields(row.change) };
      },

      verifyLog: () => verifyChain(db, keeper, INSTALLATION),
    }),
  };
}

async function allOperators(tx: Tx, { me, demo }: { me: number; demo: boolean }): Promise<InstallationOperator[]> {
  const { rows } = await sql<Omit<InstallationOperator, 'isMe'>>`
    select o.user_id "userId", u.email, coalesce((select m.nick_name from member m where m.user_id = o.user_id order by m.joined_at limit 1), u.email) "name",
      o.since, o.added_by "addedBy", u.has_second_factor "hasSecondFactor", (select max(s.last_seen_at) from session s where s.user_id = o.user_id) "lastSeenAt",
      ${canSignIn(demo)} "canSignIn"
    from operator_account o join user_account u on u.id = o.user_id order by o.since, o.user_id`.execute(tx.as());
  return rows.map((row) => ({ ...row, isMe: row.userId === me }));
}
