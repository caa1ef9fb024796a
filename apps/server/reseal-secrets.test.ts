import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTenantSecrets } from '#features/team/agents/server/index.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import type { Db } from '#platform/server/db/db.ts';
import { newKey } from '#platform/server/secrets/key-file.ts';
import { openSecretKeys } from '#platform/server/secrets/open-secret-keys.ts';
import { UnknownSecretsKey } from '#platform/server/secrets/secret-keys.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { testDb, type TestDb } from '#test/test-db.ts';
import { resealSecrets } from './reseal-secrets.ts';

let opened: TestDb;
const others: Db[] = [];
beforeAll(async () => {
  opened = await testDb();
});
afterAll(async () => {
  for (const db of others) await db.close();
  await opened.close();
});

/** The same database, with these keys. */
function withKeys(...keys: Buffer[]): Db {
  const db = openDb({ url: opened.url, max: 3, report: () => {}, keys: openSecretKeys(() => keys) });
  others.push(db);
  return db;
}

const kept = async (): Promise<string> => {
  const { rows } = await opened.db.everyTenant('what a thief of the database sees', (tx) =>
    sql<{ all: string }>`
      select coalesce((select string_agg(encode(secret, 'hex'), ' ') from tenant_secret), '') || coalesce((select string_agg(secret, ' ') from webhook), '') ||
        coalesce((select string_agg(private_key, ' ') from sso_key), '') || coalesce((select string_agg(encode(secret, 'escape'), ' ') from totp_factor), '') "all"`.execute(
      tx.as(),
    ),
  );
  return rows[0]!.all;
};

test('what an older version kept open is sealed, a rotation seals it anew, and the secrets stay what they were', async () => {
  const tenantId = await aTenant(opened.db);
  const { userId } = await aMember(opened.db, tenantId);
  const before = await openTenantSecrets(opened.db).derive(tenantId, 'any');
  await opened.db.everyTenant('as an older version did', async (tx) => {
    await sql`insert into webhook (tenant_id, name, url, events, secret) values (${tenantId}, 'CRM', 'https://crm.example', '{agent.statusChanged}', 'whsec_open')`.execute(
      tx.as(),
    );
    await sql`insert into sso_key (tenant_id, private_key, certificate) values (${tenantId}, 'PRIVATE KEY', '')`.execute(
      tx.as(),
    );
    await sql`insert into totp_factor (user_id, is_confirmed, secret, created_at) values (${userId}, true, 'TOTP KEY', now())`.execute(
      tx.as(),
    );
  });
  const open = await kept();
  expect(open).toContain('whsec_open');

  const [first, second] = [newKey(), newKey()];
  expect(await resealSecrets(withKeys(first))).toBe(4);
  expect(await resealSecrets(withKeys(first))).toBe(0);
  const sealed = await kept();
  for (const secret of ['whsec_open', 'PRIVATE KEY', 'TOTP KEY', open.slice(0, 64)])
    expect(sealed).not.toContain(secret);
  expect(await openTenantSecrets(withKeys(first)).derive(tenantId, 'any')).toEqual(before);

  // The tenant's secret, the key of single sign-on and that of an authenticator app; the hook's hangs on the first.
  expect(await resealSecrets(withKeys(second, first))).toBe(3);
  expect(await openTenantSecrets(withKeys(second)).derive(tenantId, 'any')).toEqual(before);
  await expect(resealSecrets(withKeys(first))).rejects.toThrow(UnknownSecretsKey);
});
