import { sql } from 'kysely';
import { timeZoneOfId } from '#features/office/regions/server/index.ts';
import type { Db } from '#platform/server/db/db.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Ringtone } from '#shared/codes/ringtone.ts';
import { Failure } from '#shared/errors.ts';
import { languageToWire } from '#shared/languages.ts';
import { PREFERENCES_CHANGED, preferencesApi, type PreferencesChanged } from '../contract.ts';

type Column = 'language' | 'time_zone' | 'theme' | 'ringtone';

/** Language, time zone, theme and ringtone of a person: one choice for all tenants they belong to. */
export function preferences({ db, sessions }: Pick<World, 'db' | 'sessions'>): ServerFeature {
  async function store(caller: Caller, column: Column, value: string, change: PreferencesChanged): Promise<void> {
    await db.tenant(caller, async (tx) => {
      const { rows } = await sql<{
        before: string | null;
      }>`select set_preference(${caller.userId}, ${column}, ${value}) before`.execute(tx.as());
      caller.operation.note(caller.name, { before: { [column]: rows[0]!.before }, after: { [column]: value } });
      await sessions.changed(tx, { userId: caller.userId });
      await tx.push({ kind: PREFERENCES_CHANGED, body: change, to: { userId: caller.userId } });
    });
  }

  return {
    name: 'preferences',
    routes: routes('preferences', preferencesApi, {
      async switchLanguage(caller, { lang }) {
        const change = { lang: languageToWire(lang) };
        await store(caller, 'language', lang, change);
        return change;
      },
      async switchTimeZone(caller, { time_zone_id }) {
        const timeZone = timeZoneOfId(time_zone_id);
        if (!timeZone) throw new Failure('notFound');
        await store(caller, 'time_zone', timeZone, { timeZone });
        return { time_zone_id, timeZone };
      },
      async switchTheme(caller, { theme }) {
        await store(caller, 'theme', theme, { theme });
        return { theme };
      },
      async ringtone({ userId }) {
        return { ringtone: await ringtoneOf(db, userId) };
      },
      async switchRingtone(caller, { ringtone }) {
        await store(caller, 'ringtone', ringtone, { ringtone });
        return { ringtone };
      },
    }),
  };
}

/** What rings when somebody calls this person. */
export async function ringtoneOf(db: Db, userId: number): Promise<Ringtone> {
  const { rows } = await db.everyTenant('people belong to no tenant', (tx) =>
    sql<{ ringtone: string }>`select ringtone from user_account where id = ${userId}`.execute(tx.as()),
  );
  const stored = rows[0]?.ringtone ?? '';
  // One that is no longer made must not leave anybody without a bell.
  return Ringtone.has(stored) ? stored : Ringtone.rising;
}
