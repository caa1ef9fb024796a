import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { SESSION_DAYS_SETTING } from '#platform/server/sessions/sessions.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { ACCESS_CHANGED, SETTING_CHANGED, settingValues, type accessApi, type SettingName } from '../contract.ts';

const isKnown = (name: string): name is SettingName => Object.hasOwn(settingValues, name);

/** A setting of the tenant; null where it was never set. */
export async function settingOf(tx: TenantTx, name: SettingName): Promise<string | null> {
  const { rows } = await sql<{ value: string }>`select value from tenant_setting where name = ${name}`.execute(tx.as());
  return rows[0]?.value ?? null;
}

/** Sets a setting and tells whoever it concerns; answers what it was before. */
export async function putSetting(
  { sessions }: Pick<World, 'sessions'>,
  tx: TenantTx,
  name: SettingName,
  value: string,
): Promise<string | null> {
  const before = await settingOf(tx, name);
  await sql`insert into tenant_setting (name, value) values (${name}, ${value})
    on conflict (tenant_id, name) do update set value = excluded.value`.execute(tx.as());
  // From the next call on numbers are hidden from those they are to be hidden from.
  if (name === 'EncryptType') await sessions.changed(tx, { tenantId: tx.tenantId });
  // A setting may hide or show an entry of the menu.
  await tx.push({ kind: ACCESS_CHANGED, body: {} });
  // Sign-ins that last too long by now end with their next call.
  if (name === SESSION_DAYS_SETTING) await sessions.changed(tx, { tenantId: tx.tenantId });
  await tx.announce(SETTING_CHANGED, { tenantId: tx.tenantId, name });
  return before;
}

/** What whoever runs the installation decides where they gave the tenant a plan. */
const PLANNED: ReadonlySet<string> = new Set<SettingName>(['SeatLimitText', 'SeatLimitVoice']);

async function hasPlan(tx: TenantTx): Promise<boolean> {
  const { rows } = await sql`select 1 from tenant_plan`.execute(tx.as());
  return rows.length > 0;
}

/** Named values that change how the product behaves for the whole tenant. */
export function settingHandlers({
  db,
  sessions,
}: Pick<World, 'db' | 'sessions'>): Handlers<Pick<typeof accessApi, 'configValue' | 'setConfigValue'>> {
  return {
    configValue: async (caller, { name }) => ({
      name,
      value: isKnown(name) ? await db.tenant(caller, (tx) => settingOf(tx, name)) : null,
    }),

    async setConfigValue(caller, { name, value }) {
      if (!isKnown(name)) throw new Failure('invalidInput', 'name: unknown setting');
      if (!settingValues[name].safeParse(value).success)
        throw new Failure('invalidInput', `value: not a value of ${name}`);
      await db.tenant(caller, async (tx) => {
        if (PLANNED.has(name) && (await hasPlan(tx))) throw new Failure('settingOfPlan');
        const before = await putSetting({ sessions }, tx, name, value);
        caller.operation.note(name, { before, after: value });
      });
      return null;
    },
  };
}
