import type { TenantSecrets } from '#features/team/agents/server/index.ts';
import type { ChannelRow } from '#features/chat/chat/server/index.ts';

/** What signs who visitors of a channel are. Made from the tenant's secret each time: it is written down nowhere. */
export async function identitySecret(
  secrets: TenantSecrets,
  { tenant_id, id, secret }: Pick<ChannelRow, 'tenant_id' | 'id' | 'secret'>,
): Promise<string> {
  // Without one that was given out nothing is signed: no signature can fit.
  const generation = secret?.toString('hex') ?? 'none given out';
  return (await secrets.derive(tenant_id, `chat identity ${id} ${generation}`)).toString('base64url');
}
