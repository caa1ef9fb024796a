import { Failure } from '#shared/errors.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import { System } from '#shared/codes/system.ts';
import { isDuplicate } from '#platform/server/db/db.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { mayUse, type Caller } from '#platform/server/http/caller.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { KEYS_MOST, tenantApiApi, type ApiKey } from '../contract.ts';
import { newKey } from './open-api-keys.ts';
import { tenantApiRepo, type KeyFields, type StoredApiKey } from './tenant-api.repo.ts';

export { openApiKeys } from './open-api-keys.ts';

type Power = KeyFields & { enabled: boolean };

/**
 * Keys for programs of the tenant. Nobody gives a key what they do not hold: neither a scope beyond their own
 * rights, nor clear numbers when they see them masked. A key works while the person who answers for it is in the team:
 * who made it, or who switched it on since; and it never does more than that person may at the moment.
 */
export function tenantApi({ db, clock, catalogue }: Pick<World, 'db' | 'clock' | 'catalogue'>): ServerFeature {
  const mayGive = (who: Pick<Caller, 'isOwner' | 'functions'>, rights: readonly string[]): boolean =>
    rights.every((key) => mayUse(who, key));
  const lostBy = ({ scopes, keeperOwner, keeperFunctions }: StoredApiKey) =>
    catalogue.scopes
      .filter(({ scope }) => scopes.includes(scope))
      .filter(({ rights }) => !mayGive({ isOwner: keeperOwner ?? false, functions: new Set(keeperFunctions) }, rights))
      .map(({ scope }) => scope);

  function refuseBeyond(caller: Caller, before: Power | null, after: Power): void {
    const added = after.scopes.filter((scope) => !before?.scopes.includes(scope));
    const gives = !before || added.length > 0 || isStronger(before, after);
    const given = before && !isStronger(before, after) ? added : after.scopes;
    for (const scope of given) {
      const offer = catalogue.scopes.find((one) => one.scope === scope);
      if (!offer) throw new Failure('invalidInput', 'scopes: nothing to open');
      if (!mayGive(caller, offer.rights)) throw new Failure('notAllowed', scope);
    }
    if (mustMask(caller) && !after.maskNumbers && (gives || before.maskNumbers))
      throw new Failure('notAllowed', 'maskNumbers');
  }

  const refusePast = (expiresAt: string | null): void => {
    if (expiresAt !== null && fromWireTime(expiresAt) <= clock.nowMs())
      throw new Failure('invalidInput', 'expiresAt: in the past');
  };

  return {
    name: 'tenant-api',
    menu: [
      {
        key: '/settings/api',
        name: 'tenant-api.menu',
        system: System.contactCentre,
        section: 'settings',
        order: 80,
        access: 'tenant-api.view',
        icon: 'key-round',
      },
    ],
    routes: routes('tenant-api', tenantApiApi, {
      list: (caller) =>
        db.tenant(caller, async (tx) => ({
          keys: (await tenantApiRepo(tx).all()).map((row) => ({
            ...row,
            state: stateOf(row, clock.nowMs()),
            lost: lostBy(row),
          })),
          scopes: catalogue.scopes.map(({ scope, calls, rights }) => ({
            scope,
            calls,
            mayGive: mayGive(caller, rights),
          })),
          mustMask: mustMask(caller),
        })),

      async add(caller, { networks = [], ...wished }) {
        const fields = { ...wished, networks };
        refusePast(fields.expiresAt);
        refuseBeyond(caller, null, { ...fields, enabled: true });
        const { key, prefix, hash } = newKey();
        return unlessNameTaken(() =>
          db.tenant(caller, async (tx) => {
            const repo = tenantApiRepo(tx);
            if ((await repo.count()) >= KEYS_MOST) throw new Failure('tooManyApiKeys');
            const id = await repo.add(
              { ...fields, scopes: [...new Set(fields.scopes)] },
              { prefix, hash, maker: caller },
            );
            caller.operation.note(fields.name, { after: { ...fields, prefix } });
            return { id, key };
          }),
        );
      },

      async update(caller, { id, ...wished }) {
        await unlessNameTaken(() =>
          db.tenant(caller, async (tx) => {
            const repo = tenantApiRepo(tx);
            const before = await repo.find(id);
            if (!before) throw new Failure('notFound');
            const fields = { ...wished, networks: wished.networks ?? before.networks };
            if (fields.expiresAt !== before.expiresAt) refusePast(fields.expiresAt);
            // One that does not work, for want of a keeper too, is given anew by whoever switches it on.
            const worked = before.enabled && before.keeperEnabled === true;
            refuseBeyond(caller, { ...before, enabled: worked }, fields);
            await repo.update(
              id,
              { ...fields, scopes: [...new Set(fields.scopes)] },
              fields.enabled && !worked ? caller.userId : before.keeperId,
            );
            caller.operation.note(before.name, { before: powerOf(before), after: fields });
          }),
        );
        return null;
      },

      async remove(caller, { id }) {
        await db.tenant(caller, async (tx) => {
          const repo = tenantApiRepo(tx);
          const before = await repo.find(id);
          if (!before) throw new Failure('notFound');
          await repo.remove(id);
          caller.operation.note(before.name, { before: { ...powerOf(before), prefix: before.prefix } });
        });
        return null;
      },
    }),
  };
}

const mustMask = (caller: Caller): boolean => caller.needsMasking && !caller.isOwner;
const powerOf = ({ name, scopes, expiresAt, maskNumbers, networks, enabled }: StoredApiKey): Power => ({
  name,
  scopes,
  expiresAt,
  maskNumbers,
  networks,
  enabled,
});
const stateOf = ({ enabled, expiresAt, keeperEnabled }: StoredApiKey, nowMs: number): ApiKey['state'] =>
  !enabled
    ? 'off'
    : keeperEnabled === null
      ? 'keeperLeft'
      : !keeperEnabled
        ? 'keeperOff'
        : expiresAt !== null && fromWireTime(expiresAt) <= nowMs
          ? 'expired'
          : 'active';

/** It works where it did not, from where it did not, or for longer. Wire times compare as texts. */
const isStronger = (before: Power, after: Power): boolean =>
  (after.enabled && !before.enabled) ||
  (before.networks.length > 0 &&
    (after.networks.length === 0 || after.networks.some((network) => !before.networks.includes(network)))) ||
  (before.expiresAt !== null && (after.expiresAt === null || after.expiresAt > before.expiresAt));

async function unlessNameTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (isDuplicate(thrown, 'tenant_api_key_tenant_id_name_key')) throw new Failure('nameTaken');
    throw thrown;
  }
}
