import type { TenantSecrets } from '#features/team/agents/server/index.ts';
import { protocolsOf } from '#core/speech/protocols.ts';
import { isDuplicate } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { speechApi } from '../contract.ts';
import { sealed, sealingKey } from './provider-keys.ts';
import { labelOf, logged } from './provider-notes.ts';
import { providersRepo } from './providers.repo.ts';

/** Where a key goes to; one that is kept goes nowhere else. */
const placeOf = (address: string): string => URL.parse(address)?.origin ?? '';

/** Providers described and ordered. */
export function providerEdits(
  { db, allowPrivate }: Pick<World, 'db' | 'allowPrivate'>,
  secrets: TenantSecrets,
): Pick<Handlers<typeof speechApi>, 'add' | 'update' | 'delete' | 'order'> {
  function mustBeSafe(address: string): void {
    if (!allowPrivate && !address.startsWith('https:')) throw new Failure('invalidInput', 'address: https');
  }

  return {
    async add(caller, { secret, ...fields }) {
      mustBeSafe(fields.address);
      const key = await sealingKey(secrets, caller.tenantId);
      return db.tenant(caller, async (tx) => {
        caller.operation.note(labelOf(fields), { after: { ...logged(fields), hasSecret: secret !== '' } });
        const id = await providersRepo(tx)
          .add({ ...fields, sealed: sealed(key, secret) })
          .catch((thrown: unknown) => {
            throw isDuplicate(thrown, 'speech_provider_channel') ? new Failure('speechChannelTaken') : thrown;
          });
        return { id };
      });
    },

    async update(caller, { id, version, secret, ...fields }) {
      mustBeSafe(fields.address);
      const key = await sealingKey(secrets, caller.tenantId);
      return db.tenant(caller, async (tx) => {
        const repo = providersRepo(tx);
        const before = await repo.find(id);
        if (!before) throw new Failure('notFound');
        if (!protocolsOf(before.channel, before.use).includes(fields.protocol))
          throw new Failure('invalidInput', 'protocol');
        if (secret === '' && before.sealed !== '' && placeOf(before.address) !== placeOf(fields.address))
          throw new Failure('speechKeyNeeded');
        caller.operation.note(labelOf({ ...before, name: fields.name }), {
          before: logged(before),
          after: { ...logged({ ...fields, channel: before.channel }), ...(secret !== '' && { hasSecret: true }) },
        });
        if (
          !(await repo.update(id, version, { ...fields, sealed: secret === '' ? before.sealed : sealed(key, secret) }))
        )
          throw new Failure('conflict');
        return null;
      });
    },

    delete: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        const repo = providersRepo(tx);
        const before = await repo.find(id);
        if (!before || !(await repo.remove(id))) throw new Failure('notFound');
        caller.operation.note(labelOf(before), { before: logged(before) });
        return null;
      }),

    order: (caller, { use, ids }) =>
      db.tenant(caller, async (tx) => {
        const repo = providersRepo(tx);
        const before = (await repo.all()).filter((row) => row.use === use).map(({ id }) => id);
        if (before.length !== ids.length || new Set(ids).size !== ids.length || !ids.every((id) => before.includes(id)))
          throw new Failure('notFound');
        await repo.order(use, ids);
        caller.operation.note(use, { before: { ids: before }, after: { ids } });
        return null;
      }),
  };
}
