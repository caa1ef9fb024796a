import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { CHAIN_START, chainHash, entryContent, sealAll } from '#platform/server/http/seal.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import type { ChainCheck } from '../contract.ts';
import { openLogKeeper } from './index.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;
const keeper = openLogKeeper(server.world);

const verify = async ({ token }: Member) =>
  (await server.ask<ChainCheck>('GET', '/admin/saas_plat/operLog/verify', { token })).data!;
const write = (tenantId: number, count: number) =>
  db.everyTenant('made-up history', (tx) =>
    sql`insert into operation_log (tenant_id, user_name, module, action) select ${tenantId}, 'Ana', 'x', 'y' from generate_series(1, ${count})`.execute(
      tx.as(),
    ),
  );
const idsOf = async (tenantId: number) => {
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql<{ id: number }>`select id from operation_log where tenant_id = ${tenantId} order by id`.execute(tx.as()),
  );
  return rows.map(({ id }) => id);
};
/** What only the owner of the tables can do, and only on purpose. */
const tamper = (what: ReturnType<typeof sql>) =>
  db.everyTenant('an administrator of the database with bad intentions', async (tx) => {
    const triggers = (state: string) =>
      sql
        .raw(`alter table operation_log ${state} trigger user; alter table operation_log_seal ${state} trigger user`)
        .execute(tx.as());
    await triggers('disable');
    await what.execute(tx.as());
    await triggers('enable');
  });

async function aTenantWithLog(count: number) {
  const tenant = await aTenant(db);
  const owner = await aMember(db, tenant, { isOwner: true });
  await write(tenant, count);
  await sealAll(db, keeper);
  return { tenant, owner, ids: await idsOf(tenant) };
}

test('[ADMIN-04] an untouched log is intact up to its last entry, however long', async () => {
  const { owner, ids } = await aTenantWithLog(5_003);
  expect(await verify(owner)).toMatchObject({
    intact: true,
    checked: 5_003,
    upTo: { id: ids.at(-1) },
    broken: null,
    head: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test('[ADMIN-04] an entry of this moment is part of the check', async () => {
  const { owner, tenant } = await aTenantWithLog(1);
  await write(tenant, 1);
  expect(await verify(owner)).toMatchObject({ intact: true, checked: 2 });
});

test('[ADMIN-04] an empty log is intact', async () => {
  const owner = await aMember(db, await aTenant(db), { isOwner: true });
  expect(await verify(owner)).toMatchObject({ intact: true, checked: 0, upTo: null });
});

test.each([
  'update operation_log set target = null',
  'delete from operation_log',
  'truncate operation_log',
  'update operation_log_seal set seq = 0',
  'delete from operation_log_seal',
  'truncate operation_log_seal',
])('[ADMIN-04] nobody can %s: not requests, not even the owner of the tables', async (statement) => {
  const { owner } = await aTenantWithLog(1);
  await expect(db.tenant(owner.caller(), (tx) => sql.raw(statement).execute(tx.as()))).rejects.toThrow(
    /permission denied|append-only/,
  );
  await expect(db.everyTenant('tries', (tx) => sql.raw(statement).execute(tx.as()))).rejects.toThrow(/append-only/);
  expect(await verify(owner)).toMatchObject({ intact: true, checked: 1 });
});

test('[ADMIN-04] an entry changed behind all guards is found', async () => {
  const { owner, ids } = await aTenantWithLog(10);
  await tamper(sql`update operation_log set user_name = 'Somebody else' where id = ${ids[4]}`);
  expect(await verify(owner)).toMatchObject({
    intact: false,
    checked: 4,
    upTo: { id: ids[3] },
    broken: { id: ids[4], reason: 'changed' },
  });
});

test('[ADMIN-04] an entry taken out is found, also when its seal was taken out with it', async () => {
  const first = await aTenantWithLog(10);
  await tamper(sql`delete from operation_log where id = ${first.ids[2]}`);
  expect(await verify(first.owner)).toMatchObject({
    intact: false,
    checked: 2,
    broken: { id: first.ids[2], reason: 'missing' },
  });

  const second = await aTenantWithLog(10);
  await tamper(
    sql`with gone as (delete from operation_log where id = ${second.ids[2]}) delete from operation_log_seal where log_id = ${second.ids[2]}`,
  );
  expect(await verify(second.owner)).toMatchObject({
    intact: false,
    checked: 2,
    broken: { id: second.ids[3], reason: 'changed' },
  });
});

test('[API-03] the break in one log does not touch the log of another tenant', async () => {
  const [broken, other] = [await aTenantWithLog(3), await aTenantWithLog(3)];
  await tamper(sql`update operation_log set action = 'z' where id = ${broken.ids[0]}`);
  expect(await verify(other.owner)).toMatchObject({ intact: true, checked: 3 });
});

test('[ADMIN-04] sealing in several processes at once makes one chain', async () => {
  const tenant = await aTenant(db);
  const owner = await aMember(db, tenant, { isOwner: true });
  await write(tenant, 1_500);
  await Promise.all([sealAll(db, keeper), sealAll(db, keeper), sealAll(db, keeper)]);
  expect(await verify(owner)).toMatchObject({ intact: true, checked: 1_500 });
});

test('[ADMIN-04] a chain that somebody without the key made anew over a changed entry shows, although every seal of it fits', async () => {
  const { tenant, owner, ids } = await aTenantWithLog(4);
  await tamper(sql`update operation_log set action = 'z' where id = ${ids[1]}`);
  await tamper(sql`delete from operation_log_seal where tenant_id = ${tenant}`);
  const { rows } = await db.everyTenant('reads all of it', (tx) =>
    sql<{ id: number; content: string }>`
      select l.id, ${entryContent} content from operation_log l where l.tenant_id = ${tenant} order by l.id`.execute(
      tx.as(),
    ),
  );
  let hash: Buffer = CHAIN_START;
  for (const [index, { id, content }] of rows.entries()) {
    hash = chainHash(hash, content, null);
    await tamper(
      sql`insert into operation_log_seal (tenant_id, seq, log_id, hash) values (${tenant}, ${index + 1}, ${id}, ${hash})`,
    );
  }
  expect(await verify(owner)).toMatchObject({ intact: false, broken: { id: ids[3], reason: 'changed' } });
});

test('[ADMIN-04] the end of a log that was taken out with its seals is missed', async () => {
  const { tenant, owner, ids } = await aTenantWithLog(4);
  await tamper(sql`delete from operation_log_seal where tenant_id = ${tenant} and seq > 2`);
  await tamper(sql`delete from operation_log where tenant_id = ${tenant} and id > ${ids[1]}`);
  expect(await verify(owner)).toMatchObject({ intact: false, checked: 2, broken: { id: ids[3], reason: 'missing' } });
});
