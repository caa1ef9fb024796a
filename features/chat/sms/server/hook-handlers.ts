import type { SmsListener } from '#core/sms/sms-provider.port.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { smsApi } from '../contract.ts';
import { tenantOfHook } from './accounts.repo.ts';
import type { SmsCarriers } from './carriers.ts';

/** What carriers post to us. The key in the address is the secret; what cannot be read is taken, or they would send it for ever. */
export function hookHandlers(
  { db }: Pick<World, 'db'>,
  carriers: SmsCarriers,
  listenerFor: (tenantId: number) => SmsListener,
): Handlers<Pick<typeof smsApi, 'hookReport' | 'hookReply'>> {
  async function carrierOf(key: string) {
    const tenantId = await db.everyTenant('a carrier has no session', (tx) => tenantOfHook(tx, key));
    const carrier = tenantId === null ? null : await carriers.of(tenantId);
    if (tenantId === null || !carrier) throw new Failure('notFound');
    return { tenantId, provider: carrier.provider };
  }

  return {
    async hookReport(_visitor, { key, ...body }) {
      const { tenantId, provider } = await carrierOf(key);
      const report = provider.readReport?.(body) ?? null;
      if (report) await listenerFor(tenantId).report(report);
      return null;
    },
    async hookReply(_visitor, { key, ...body }) {
      const { tenantId, provider } = await carrierOf(key);
      const reply = provider.readReply?.(body) ?? null;
      if (reply) await listenerFor(tenantId).reply(reply);
      return null;
    },
  };
}
