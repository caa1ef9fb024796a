import { generateKeyPairSync } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#platform/server/db/db.ts';

const BOUND = 'push key';

/** The key pair of this installation. */
export interface PushKey {
  publicKey: string;
  privateKey: Buffer;
}

interface KeyRow {
  public_key: string;
  private_key: Buffer;
}

const read = (db: Db): Promise<KeyRow | undefined> =>
  db.everyTenant('one key for the installation', async (tx) => {
    const { rows } = await sql<KeyRow>`select public_key, private_key from push_key`.execute(tx.as());
    return rows[0];
  });

/** Answers the key, made when it is first asked for: of processes that make one at once the first has it. */
export function openPushKey(db: Db): () => Promise<PushKey> {
  let known: Promise<PushKey> | null = null;
  const ask = async (): Promise<PushKey> => {
    const row = (await read(db)) ?? (await make(db));
    return { publicKey: row.public_key, privateKey: db.keys.open(row.private_key, BOUND) };
  };
  return () => {
    known ??= ask().catch((problem: unknown) => {
      known = null;
      throw problem;
    });
    return known;
  };
}

async function make(db: Db): Promise<KeyRow> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')]);
  const sealed = db.keys.seal(privateKey.export({ format: 'der', type: 'pkcs8' }), BOUND);
  await db.everyTenant('one key for the installation', (tx) =>
    sql`insert into push_key (public_key, private_key) values (${point.toString('base64url')}, ${sealed}) on conflict do nothing`.execute(
      tx.as(),
    ),
  );
  return (await read(db))!;
}

/** Seals it anew where it is not under the key that is first now; answers how many were. */
export const resealPushKey = ({ everyTenant, keys }: Db): Promise<number> =>
  everyTenant('one key for the installation', async (tx) => {
    const { rows } = await sql<KeyRow>`select public_key, private_key from push_key for update`.execute(tx.as());
    const old = rows.filter(({ private_key: kept }) => !keys.isFresh(kept));
    for (const { private_key: kept } of old)
      await sql`update push_key set private_key = ${keys.seal(keys.open(kept, BOUND), BOUND)}`.execute(tx.as());
    return old.length;
  });
