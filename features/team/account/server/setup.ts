import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { makeOperator } from '#platform/server/operators.ts';
import { hashToken } from '#platform/server/sessions/sessions.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { accountApi } from '../contract.ts';
import { isOfDemoAlone } from './demo-people.ts';
import { writeEntry } from './entry.ts';
import { foundTenant, languageWished, zoneWished } from './founding.ts';
import { refuseWeak } from './password-rules.ts';
import type { PhoneCodes } from './phone-codes.ts';
import type { FoundingWorld } from './registration.ts';
import { newToken } from './secret.ts';
import { letIn } from './second-step.ts';

type SetupHandlers = Pick<Handlers<typeof accountApi>, 'setupState' | 'setup'>;

/** A one-time link that creates the first owner, or null once somebody exists. An older link ends. */
export const setupLink = ({ db, demo }: Pick<World, 'db' | 'demo'>, url: string): Promise<string | null> =>
  db.everyTenant('there is no tenant yet', async (tx) => {
    if (await somebodyExists(tx, demo)) return null;
    const key = newToken();
    await sql`delete from setup_key`.execute(tx.as());
    await sql`insert into setup_key (key_hash) values (${hashToken(key)})`.execute(tx.as());
    return `${url.replace(/\/$/, '')}/setup?key=${key}`;
  });

export function setupHandlers(
  world: FoundingWorld & Pick<World, 'demo' | 'sessions'> & { phoneCodes: PhoneCodes },
): SetupHandlers {
  const { db, demo, passwords, registration, sessions, phoneCodes } = world;
  return {
    async setupState({ token, origin }) {
      const isSomebody = await db.everyTenant('there is no tenant yet', (tx) => somebodyExists(tx, demo));
      // Who is signed in learns it of their own team.
      const identity = token ? await sessions.identify(token, { address: origin.address }) : null;
      const codesGo = await phoneCodes.reach(null, identity?.tenantId ?? null);
      return { waiting: !isSomebody, demo, registration, phoneCodes: codesGo };
    },

    async setup(visitor, { key, company, name, email, password, lang, timeZone }) {
      await db.everyTenant('there is no tenant yet', (tx) => refuseUnknownKey(tx, key));
      refuseWeak(password, email, [name, company]);
      const passwordHash = await passwords.hash(password);
      return db.everyTenant('the first tenant', async (tx) => {
        const { rows } = await sql`delete from setup_key where key_hash = ${hashToken(key)} returning 1`.execute(
          tx.as(),
        );
        if (rows.length === 0 || (await somebodyExists(tx, demo))) throw new Failure('setupLinkInvalid');
        const who = await foundTenant(world, tx, {
          company,
          name,
          email,
          passwordHash,
          language: languageWished(lang, visitor),
          timeZone: zoneWished(timeZone),
        });
        // Whoever sets an installation up runs it.
        await makeOperator(tx, who.userId);
        await writeEntry(tx, 'setup', who, visitor.origin);
        return letIn(world, tx, who, visitor.origin);
      });
    },
  };
}

/** People of a demo that is over cannot come in, so they do not count. */
async function somebodyExists(tx: Tx, demo: boolean): Promise<boolean> {
  const { rows } = await sql<{ yes: boolean }>`
    select exists (select 1 from user_account u where ${demo} or not ${isOfDemoAlone}) yes`.execute(tx.as());
  return rows[0]!.yes;
}

/** Before the password is hashed: strangers must not be able to keep the server busy. */
async function refuseUnknownKey(tx: Tx, key: string): Promise<void> {
  const { rows } = await sql`select 1 from setup_key where key_hash = ${hashToken(key)}`.execute(tx.as());
  if (rows.length === 0) throw new Failure('setupLinkInvalid');
}
