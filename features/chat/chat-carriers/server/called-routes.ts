import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { chatCarriersApi } from '../contract.ts';
import { accountByKey, accountsRepo } from './accounts.repo.ts';
import type { Carrying } from './carry.ts';
import type { Incoming } from './incoming.ts';
import type { ChatCarriers, Opened } from './open-carriers.ts';

interface Parts {
  carriers: ChatCarriers;
  incoming: Incoming;
  carrying: Carrying;
}

/** Where carriers call. An unknown address, a wrong word and a wrong signature are answered alike: nobody learns which it was. */
export function calledRoutes(
  { db }: Pick<World, 'db'>,
  { carriers, incoming, carrying }: Parts,
): Pick<Handlers<typeof chatCarriersApi>, 'prove' | 'hear'> {
  async function calledAt(key: string): Promise<Opened & { called: NonNullable<Opened['trade']['called']> }> {
    const row = await db.everyTenant('a carrier calls, before its tenant is known', (tx) => accountByKey(tx, key));
    const opened = row && (await carriers.ready(row));
    if (!opened?.trade.called) throw new Failure('carrierNotProven');
    return { ...opened, called: opened.trade.called };
  }

  return {
    async prove(_who, { key, ...asked }) {
      const { called, account } = await calledAt(key);
      const answer = called.prove(account, asked);
      if (answer === null) throw new Failure('carrierNotProven');
      const body = Buffer.from(answer);
      return { name: 'challenge.txt', mediaType: 'text/plain; charset=utf-8', body, bytes: body.length, inline: true };
    },

    async hear(_who, { key }, arrival) {
      const { called, account } = await calledAt(key);
      const parsed = arrival && called.read(account, arrival);
      if (!parsed) throw new Failure('carrierNotProven');
      await db.tenant({ tenantId: account.tenantId }, async (tx) => {
        await incoming.keep(tx, account.channelId, parsed.received);
        for (const fate of parsed.fates) await carrying.fate(tx, account.channelId, fate);
        await accountsRepo(tx).contact(account.channelId, '');
      });
      return null;
    },
  };
}
