import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { TenantSecrets } from '#features/agents/server/index.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** Keeps secrets of accounts so that the rows alone tell nothing; bound to their channel, so that they open in no other. */
export function openSeals(secrets: TenantSecrets) {
  const keyOf = (tenantId: number) => secrets.derive(tenantId, 'chat carrier secrets');
  const bound = (channelId: number) => Buffer.from(`chat channel ${channelId}`);
  return {
    async seal(tenantId: number, channelId: number, plain: Record<string, string>): Promise<Buffer> {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, await keyOf(tenantId), nonce).setAAD(bound(channelId));
      const hidden = Buffer.concat([cipher.update(JSON.stringify(plain), 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), hidden]);
    },

    async open(tenantId: number, channelId: number, sealed: Buffer | null): Promise<Record<string, string>> {
      if (sealed === null) return {};
      const decipher = createDecipheriv(CIPHER, await keyOf(tenantId), sealed.subarray(0, NONCE_BYTES)).setAAD(bound(channelId));
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const plain = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
      return JSON.parse(plain.toString('utf8')) as Record<string, string>;
    },

    /** The word a carrier proves itself with; made each time, so that it is written down nowhere. */
    verifyToken: async (tenantId: number, key: string): Promise<string> => (await secrets.derive(tenantId, `chat carrier verify ${key}`)).toString('base64url').slice(0, 32),
  };
}

export type Seals = ReturnType<typeof openSeals>;
