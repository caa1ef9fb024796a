import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { workbookSheets } from '#platform/server/table-file.fixture.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;

const exported = async (who: Member, filter: object): Promise<string> =>
  (await exportedBytes(who, filter)).toString('utf8');

/** Asks for the file and waits until it can be fetched. */
async function exportedBytes({ token }: Member, filter: object): Promise<Buffer> {
  const asked = await server.ask<{ id: number }>('POST', '/admin/saas_plat/operLog/export', { token, body: filter });
  expect(asked.code).toBe(0);
  const item = async () =>
    (await server.ask('GET', '/cc/api/download/v1/list', { token })).data.find(
      ({ id }: { id: number }) => id === asked.data!.id,
    );
  await expect.poll(async () => (await item()).status, { timeout: 20_000 }).toBe(2);
  const file = await server.built.http.inject({
    method: 'GET',
    url: (await item()).fileUrl,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(file.headers['content-disposition']).toMatch(/operation-log-\d{4}-\d\d-\d\d(?:_[\w-]+\.csv|\.xlsx)/);
  return file.rawPayload;
}

test('[ADMIN-04] the export has every entry that matches, in the zone and language of who asked', async () => {
  const tenant = await aTenant(db);
  const ana = await aMember(db, tenant, { isOwner: true, language: 'es-MX', timeZone: 'Asia/Kolkata' });
  await db.everyTenant('made-up history', (tx) =>
    sql`insert into operation_log (tenant_id, user_name, module, action, target, change, at)
      select ${tenant}, 'Ana', 'preferences', 'switchTheme', 'Nr ' || n, '{"before":{"theme":"dark"},"after":{"theme":"light"}}', '2026-03-01 20:00:00+00'::timestamptz + n * interval '1 s'
      from generate_series(1, 2345) n`.execute(tx.as()),
  );
  const text = await exported(ana, { module: 'preferences', from: '2026-03-01 00:00:00', to: '2026-03-03 00:00:00' });
  const lines = text.split('\r\n');
  expect(lines[0]).toBe('\uFEFFHora,Persona,Área,Qué se hizo,Objeto,Resultado,Dirección IP,Cambios');
  const rows = lines.slice(1).filter(Boolean);
  expect(rows).toHaveLength(2_345);
  expect(new Set(rows).size).toBe(2_345);
  expect(rows.at(-1)).toBe(
    '2026-03-02 01:30:01,Ana,Preferencias personales,Cambió el tema,Nr 1,Hecho,,"theme: ""dark"" → ""light"""',
  );
}, 30_000);

test('[ADMIN-04] the export comes as a workbook too, with real moments', async () => {
  const ana = await aMember(db, await aTenant(db), { isOwner: true, timeZone: 'Asia/Kolkata' });
  await db.everyTenant('made-up history', (tx) =>
    sql`insert into operation_log (tenant_id, user_name, module, action, target, at) values (${ana.tenantId}, 'Ana', 'preferences', 'switchTheme', '=1+1', '2026-03-01 18:30:00+00')`.execute(
      tx.as(),
    ),
  );
  const [sheet, about] = workbookSheets(await exportedBytes(ana, { module: 'preferences', kind: 'xlsx' }));
  expect(sheet!.rows[1]).toMatchObject({ A: 46_083, B: 'Ana', E: '=1+1' });
  expect(about!.rows).toContainEqual({ A: 'Time zone', B: 'Asia/Kolkata' });
}, 30_000);

test('[ADMIN-04] asking for an export is itself an entry, with the filters', async () => {
  const ana = await aMember(db, await aTenant(db), { isOwner: true });
  await exported(ana, { outcome: 'refused' });
  const { data } = await server.ask('POST', '/admin/saas_plat/operLog/page', {
    token: ana.token,
    body: { module: 'operation-log' },
  });
  expect(data.list).toMatchObject([
    { action: 'exportPage', actionName: 'Exported the operation log', target: expect.stringMatching(/\.csv$/) },
  ]);
}, 30_000);
