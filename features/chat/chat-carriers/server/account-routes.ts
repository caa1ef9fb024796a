import { CarrierRefusal, type CarrierKind } from '#core/chat/carrier.port.ts';
import { EmailSettings, WhatsappSettings } from '#core/chat/carrier-settings.ts';
import { hasGroup } from '#features/team/agent-groups/server/index.ts';
import { mayUse, type Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { chatCarriersApi, secretNames, type AccountWish, type CarrierAccount, type SecretName } from '../contract.ts';
import { accountsRepo, type AccountRow } from './accounts.repo.ts';
import type { Carriers } from './open-carriers.ts';
import type { Seals } from './sealed.ts';

/** Without these an account can do nothing. */
const needed: Record<CarrierKind, readonly SecretName[]> = {
  whatsapp: ['access_token', 'app_secret'],
  email: ['imap_password'],
};

type AccountRoutes = Pick<
  Handlers<typeof chatCarriersApi>,
  'list' | 'add' | 'update' | 'remove' | 'check' | 'templates'
>;

/** Accounts as their administrators see them. */
export function accountRoutes(
  { db, publicUrl }: Pick<World, 'db' | 'publicUrl'>,
  { carriers, seals }: { carriers: Carriers; seals: Seals },
): AccountRoutes {
  const kindOf = ({ whatsapp }: AccountWish): CarrierKind => (whatsapp ? 'whatsapp' : 'email');
  const settingsOf = ({ whatsapp, email }: AccountWish): object => whatsapp ?? email!;

  async function shown(row: AccountRow, caller: Caller): Promise<CarrierAccount> {
    const { id, key, kind, name, group_id, group_name, enabled, version, contact_at, problem } = row;
    const secrets = await seals.open(row.tenant_id, id, row.secret).catch((): Record<string, string> => ({}));
    const isCalled = carriers.tradeOf(kind)?.called !== undefined && mayUse(caller, 'chat-carriers.edit');
    return {
      id,
      key,
      kind,
      name,
      group_id,
      group_name,
      enabled,
      version,
      contact_at,
      problem,
      whatsapp: kind === 'whatsapp' ? (WhatsappSettings.safeParse(row.settings).data ?? null) : null,
      email: kind === 'email' ? (EmailSettings.safeParse(row.settings).data ?? null) : null,
      secrets_set: secretNames.filter((one) => secrets[one]),
      hook: isCalled
        ? {
            address: `${publicUrl}${chatCarriersApi.hear.path.replace('{key}', key)}`,
            verify_token: await seals.verifyToken(row.tenant_id, key),
          }
        : null,
    };
  }

  function assertComplete(kind: CarrierKind, secrets: Partial<Record<string, string>>): void {
    const missing = needed[kind].find((one) => !secrets[one]);
    if (missing) throw new Failure('carrierSecretMissing', missing);
  }

  /** An account of the caller's that is ready. */
  async function opened(caller: Caller, id: number) {
    const found = await carriers.find(caller.tenantId, id);
    if (!found) throw new Failure('notFound');
    return found;
  }

  return {
    async list(caller) {
      const rows = await db.tenant(caller, (tx) => accountsRepo(tx).all());
      return Promise.all(rows.map((row) => shown(row, caller)));
    },

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

    async check(caller, { id }) {
      const { carrier } = await opened(caller, id);
      const { problem } = await asked(() => carrier.check());
      await db.tenant({ tenantId: caller.tenantId }, (tx) => accountsRepo(tx).contact(id, problem));
      return { problem };
    },

    async templates(caller, { id }) {
      const { carrier, row } = await opened(caller, id);
      caller.operation.note(row.name);
      if (!carrier.templates) throw new Failure('notFound');
      const { answer: found, problem } = await asked(carrier.templates);
      if (found) await db.tenant(caller, (tx) => accountsRepo(tx).keepTemplates(id, found));
      return { count: found?.length ?? 0, problem };
    },
  };
}

/** What a carrier answered, or why it did not. */
async function asked<T>(ask: () => Promise<T>): Promise<{ answer?: T; problem: string }> {
  try {
    return { answer: await ask(), problem: '' };
  } catch (thrown) {
    if (thrown instanceof CarrierRefusal) return { problem: thrown.reason };
    throw thrown;
  }
}
