import { CarrierRefusal } from '#core/chat/carrier.port.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { Failure } from '#shared/errors.ts';
import type { chatCarriersApi } from '../contract.ts';
import type { AccountParts } from './account-parts.ts';
import { accountsRepo } from './accounts.repo.ts';

/** What administrators have us ask of a carrier. */
export function accountChecks({
  db,
  carriers,
}: AccountParts): Pick<Handlers<typeof chatCarriersApi>, 'check' | 'templates'> {
  /** An account of the caller's that is ready. */
  async function opened(caller: Caller, id: number) {
    const found = await carriers.find(caller.tenantId, id);
    if (!found) throw new Failure('notFound');
    return found;
  }

  return {
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
