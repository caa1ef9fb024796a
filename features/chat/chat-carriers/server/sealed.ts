import type { TenantSecrets } from '#features/team/agents/server/index.ts';
import { seal, unseal } from '#platform/server/seal.ts';

/** Keeps secrets of accounts so that the rows alone tell nothing; bound to their channel, so that they open in no other. */
export function openSeals(secrets: TenantSecrets) {
  const keyOf = (tenantId: number) => secrets.derive(tenantId, 'chat carrier secrets');
  const boundTo = (channelId: number) => ({ bound: `chat channel ${channelId}` });
  return {
    seal: async (tenantId: number, channelId: number, plain: Record<string, string>): Promise<Buffer> =>
      seal(await keyOf(tenantId), JSON.stringify(plain), boundTo(channelId)),

    async open(tenantId: number, channelId: number, sealed: Buffer | null): Promise<Record<string, string>> {
      if (sealed === null) return {};
      const plain = unseal(await keyOf(tenantId), sealed, boundTo(channelId));
      if (plain === null) throw new Error(`the secrets of chat channel ${channelId} do not open`);
      return JSON.parse(plain) as Record<string, string>;
    },

    /** The word a carrier proves itself with; made each time, so that it is written down nowhere. */
    verifyToken: async (tenantId: number, key: string): Promise<string> =>
      (await secrets.derive(tenantId, `chat carrier verify ${key}`)).toString('base64url').slice(0, 32),
  };
}

export type Seals = ReturnType<typeof openSeals>;
