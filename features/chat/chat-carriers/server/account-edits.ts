import type { CarrierKind } from '#core/chat/carrier.port.ts';
import { hasGroup } from '#features/team/agent-groups/server/index.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { Failure } from '#shared/errors.ts';
import type { AccountWish, chatCarriersApi, SecretName } from '../contract.ts';
import type { AccountParts } from './account-parts.ts';
import { accountsRepo } from './accounts.repo.ts';

/** Without these an account can do nothing. */
const needed: Record<CarrierKind, readonly SecretName[]> = {
  whatsapp: ['access_token', 'app_secret'],
  email: ['imap_password'],
};

const kindOf = ({ whatsapp }: AccountWish): CarrierKind => (whatsapp ? 'whatsapp' : 'email');
const settingsOf = ({ whatsapp, email }: AccountWish): object => whatsapp ?? email!;

function assertComplete(kind: CarrierKind, secrets: Partial<Record<string, string>>): void {
  const missing = needed[kind].find((one) => !secrets[one]);
  if (missing) throw new Failure('carrierSecretMissing', missing);
}

/** Accounts added, changed and removed. */
export function accountEdits({
  db,
  carriers,
  seals,
}: AccountParts): Pick<Handlers<typeof chatCarriersApi>, 'add' | 'update' | 'remove'> {
  return {
    async add(caller, wish) {
      const kind = kindOf(wish);
      const trade = carriers.tradeOf(kind);
      if (!trade) throw new Failure('notFound', kind);
      assertComplete(kind, wish.secrets);
      return db.tenant(caller, async (tx) => {
        const repo = accountsRepo(tx);
        if (!(await hasGroup(tx, wish.group_id))) throw new Failure('notFound', 'group_id');
        caller.operation.note(wish.name, {
          after: { kind, ...settingsOf(wish), enabled: wish.enabled, secrets: Object.keys(wish.secrets) },
        });
        const fields = {
          name: wish.name,
          groupId: wish.group_id,
          enabled: wish.enabled,
          settings: settingsOf(wish),
          windowHours: trade.abilities.windowHours,
        };
        return { id: await repo.add(kind, fields, (id) => seals.seal(caller.tenantId, id, wish.secrets)) };
      });
    },

    async update(caller, { id, version, ...wish }) {
      const kind = kindOf(wish);
      await db.tenant(caller, async (tx) => {
        const repo = accountsRepo(tx);
        const before = await repo.find(id);
        if (!before || before.kind !== kind || !(await hasGroup(tx, wish.group_id))) throw new Failure('notFound');
        const secrets = { ...(await seals.open(caller.tenantId, id, before.secret)), ...wish.secrets };
        assertComplete(kind, secrets);
        const secret = await seals.seal(caller.tenantId, id, secrets);
        if (
          !(await repo.update(id, version, {
            name: wish.name,
            groupId: wish.group_id,
            enabled: wish.enabled,
            settings: settingsOf(wish),
            secret,
          }))
        )
          throw new Failure('conflict');
        caller.operation.note(wish.name, {
          before: { ...before.settings, enabled: before.enabled },
          after: { ...settingsOf(wish), enabled: wish.enabled, secrets: Object.keys(wish.secrets) },
        });
      });
      return null;
    },

    remove: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        const repo = accountsRepo(tx);
        const account = await repo.find(id);
        if (!account) throw new Failure('notFound');
        if (await repo.isUsed(id)) throw new Failure('chatChannelUsed');
        await repo.remove(id);
        caller.operation.note(account.name);
        return null;
      }),
  };
}
