import { sql } from 'kysely';
import { menuFor, type MenuItem } from '#core/menu/menu.ts';
import { functionsFor } from '#platform/server/catalogue.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import type { Language } from '#shared/languages.ts';
import type { accessApi, MenuVo } from '../contract.ts';
import { settingOf } from './settings.ts';

interface TenantFacts {
  ai_flows_enabled: boolean;
  account_mode: string;
  kind: string;
}

/** The systems a person belongs to, the contact centre first: those they hold a role in; the owner and who helps belong to all. */
async function systemsOf(tx: TenantTx, { userId, isOwner, helpId }: Caller): Promise<System[]> {
  const { rows } = await sql<{
    system_id: number;
  }>`select system_id from member_role where user_id = ${userId}`.execute(tx.as());
  return [System.contactCentre, System.platform].filter(
    (system) => isOwner || helpId !== undefined || rows.some((row) => row.system_id === system),
  );
}

/** What the left menu shows and which function keys its reader holds. */
export function menuHandlers({
  db,
  catalogue,
  texts,
  aiFlows,
}: Pick<World, 'aiFlows' | 'db' | 'catalogue' | 'texts'>): Handlers<
  Pick<typeof accessApi, 'resource' | 'systemAndResource'>
> {
  /** Empty in a system the caller does not belong to. */
  async function resource(tx: TenantTx, caller: Caller, systemId: number, systems: readonly System[]) {
    if (!systems.some((system) => system === systemId)) return { menuVos: [], functionVos: [] };
    const { rows } = await sql<TenantFacts>`select ai_flows_enabled, account_mode, kind from tenant`.execute(tx.as());
    const tenant = rows[0]!;
    const every = (await functionsFor(catalogue, tx)).flatMap(({ functions }) => functions);
    // What is not for this tenant has no key in it, and no place in the menu: an owner holds every key there is.
    const there = catalogue.menu.filter((entry) => !entry.access.includes('.') || every.includes(entry.access));
    const menu = menuFor(there, {
      systemId,
      isOwner: caller.isOwner,
      functions: caller.functions,
      isOperator: caller.isOperator === true,
      voiceSeat: caller.voiceSeat,
      textSeat: caller.textSeat,
      aiFlowsEnabled: aiFlows && tenant.ai_flows_enabled,
      accountMode: tenant.account_mode,
      tenantKind: tenant.kind,
      agentStatusEnable: await settingOf(tx, 'AgentStatusEnable'),
    });
    const keys = every.filter((key) => caller.isOwner || caller.functions.has(key));
    return {
      menuVos: menu.map((item) => named(item, caller.language)) as never[],
      functionVos: keys.map((key) => ({ key })),
    };
  }

  const named = (item: MenuItem, language: Language): MenuVo => ({
    ...item,
    name: texts.say(language, item.name),
    child: item.child.map((child) => named(child, language)),
  });

  return {
    resource: (caller, { system_id = System.contactCentre }) =>
      db.tenant(caller, async (tx) => resource(tx, caller, system_id, await systemsOf(tx, caller))),

    systemAndResource: (caller, { system_id = caller.systemId }) =>
      db.tenant(caller, async (tx) => {
        const systems = await systemsOf(tx, caller);
        // Whoever lost the role of the system they were in goes on in one they still have.
        const shown = systems.find((system) => system === system_id) ?? systems[0] ?? System.contactCentre;
        return {
          systems: systems.map((code) => ({
            system_id: code,
            name: texts.say(caller.language, System.row(code).key),
            current: code === shown,
          })),
          ...(await resource(tx, caller, shown, systems)),
        };
      }),
  };
}
