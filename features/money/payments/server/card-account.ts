import { sql } from 'kysely';
import { z } from 'zod';
import type { CardProvider, OpenCardProvider } from '#core/money/payments.port.ts';
import type { Db } from '#platform/server/db/db.ts';
import { installationKey } from '#platform/server/operators.ts';
import { seal, unseal } from '#platform/server/seal.ts';

const Secrets = z.object({ secretKey: z.string(), webhookSecret: z.string() });
type Secrets = z.infer<typeof Secrets>;

interface ProviderRow {
  apiUrl: string;
  sealed: Buffer;
}

/** The card provider of the installation, as its row says: read each time, for another process may have changed it. */
export function openCardAccount(db: Db, open: OpenCardProvider) {
  const key = () => installationKey(db, 'card provider');
  // Sealed for one address: what is known there is sent to no other.
  const boundTo = (apiUrl: string) => ({ bound: `card provider ${apiUrl}` });

  const row = async (): Promise<ProviderRow | null> =>
    (
      await db.readEvery(
        'one card provider for the installation',
        sql<ProviderRow>`select api_url "apiUrl", sealed from card_provider`,
      )
    )[0] ?? null;

  async function secretsOf({ apiUrl, sealed }: ProviderRow): Promise<Secrets> {
    const plain = unseal(await key(), sealed, boundTo(apiUrl));
    if (plain === null) throw new Error('the secrets of the card provider do not open');
    return Secrets.parse(JSON.parse(plain));
  }

  return {
    row,
    secretsOf,
    sealed: async (apiUrl: string, secrets: Secrets): Promise<Buffer> =>
      seal(await key(), JSON.stringify(secrets), boundTo(apiUrl)),
    /** Null where cards are not taken. */
    async provider(): Promise<CardProvider | null> {
      const found = await row();
      return found && open({ apiUrl: found.apiUrl, ...(await secretsOf(found)) });
    },
  };
}

export type CardAccounts = ReturnType<typeof openCardAccount>;
