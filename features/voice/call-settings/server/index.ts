import { sql } from 'kysely';
import { SETTING_CHANGED } from '#features/team/access/contract.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { CALL_SETTINGS_CHANGED, callSettingsApi, type CallSettingName, type WireCallSettings } from '../contract.ts';
import { defaultCallSettings, isCallSetting, storedValue, wireCallSettings } from './read-settings.ts';

export { callSettingNames, obeyed, readCallSettings, settingsFrom, wireCallSettings } from './read-settings.ts';

/** Told to every process, with the tenant: calls that go on read their limits again. */
export const CALL_SETTINGS_CHANNEL = 'call_settings';

/** How calls behave in an organisation. */
export const callSettings = ({ db }: Pick<World, 'db'>): ServerFeature => ({
  name: 'call-settings',
  menu: [
    {
      key: '/settings/calls',
      name: 'call-settings.menu',
      system: System.contactCentre,
      section: 'settings',
      order: 20,
      access: 'call-settings.view',
      icon: 'phone',
    },
  ],
  subscriptions: {
    // However it was set, also by its name alone.
    [SETTING_CHANGED]: async ({ tenantId, name }: { tenantId: number; name: string }) => {
      if (!isCallSetting(name)) return;
      await db.tenant({ tenantId }, async (tx) => {
        await tx.push({ kind: CALL_SETTINGS_CHANGED, body: {} });
        await sql`select pg_notify(${CALL_SETTINGS_CHANNEL}, ${String(tenantId)})`.execute(tx.as());
      });
    },
  },
  routes: routes('call-settings', callSettingsApi, {
    detail: (caller) =>
      db.tenant(caller, async (tx) => ({ settings: await wireCallSettings(tx), defaults: defaultCallSettings })),
    update: (caller, change) =>
      db.tenant(caller, async (tx) => {
        const before = await wireCallSettings(tx);
        const wanted = (
          Object.entries(change) as [CallSettingName, WireCallSettings[CallSettingName] | undefined][]
        ).flatMap(([name, value]) =>
          value !== undefined && storedValue(value) !== storedValue(before[name]) ? [[name, value] as const] : [],
        );
        for (const [name, value] of wanted) {
          await sql`insert into tenant_setting (name, value) values (${name}, ${storedValue(value)}) on conflict (tenant_id, name) do update set value = excluded.value`.execute(
            tx.as(),
          );
          await tx.announce(SETTING_CHANGED, { tenantId: tx.tenantId, name });
        }
        caller.operation.note(wanted.map(([name]) => name).join(', '), {
          before: Object.fromEntries(wanted.map(([name]) => [name, before[name]])),
          after: Object.fromEntries(wanted),
        });
        return wireCallSettings(tx);
      }),
  }),
});
