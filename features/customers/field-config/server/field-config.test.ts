import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aMember, aTenant } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import type { FieldColumn } from '../contract.ts';
import { maskedFields } from './index.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;

async function aTeam() {
  const tenantId = await aTenant(db);
  const [sofia, ana] = [
    await aMember(db, tenantId, { functions: ['field-config.use', 'field-config.edit'] }),
    await aMember(db, tenantId, { functions: ['field-config.use'], language: 'es-MX' }),
  ];
  const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, who = sofia) =>
    server.ask(method, `/admin/saas_plat/field_config/${path}`, { token: who.token, ...(body ? { body } : {}) });
  const centre = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, who = sofia) =>
    server.ask(method, `/cc/api/fieldConfig/v1/${path}`, { token: who.token, ...(body ? { body } : {}) });
  const columns = async (who = sofia): Promise<FieldColumn[]> => (await ask('GET', 'list', undefined, who)).data;
  return { tenantId, sofia, ana, ask, centre, columns };
}

test('[CDP-04] the fields of customers are shown, hidden, ordered, required and masked, each in the reader’s language', async () => {
  const { tenantId, ana, ask, columns } = await aTeam();
  expect((await columns(ana))[0]).toMatchObject({ key: 'full_name', name: 'Nombre', shown: true });
  const id = (await ask('POST', 'custom', { type: VariableType.text, name: 'Badge' })).data.id;
  await ask('PUT', 'display', {
    columns: [
      { key: `custom:${id}`, shown: true, position: 0, required: true, masked: true },
      { key: 'company', shown: false, position: 1, masked: true, required: true },
      { key: 'full_name', shown: false, position: 2, masked: true },
    ],
  });
  const after = await columns();
  expect(after.slice(0, 4).map(({ key, shown, required, masked }) => [key, shown, required, masked])).toEqual([
    [`custom:${id}`, true, true, true],
    ['company', false, true, true],
    ['full_name', true, false, false],
    ['phone', true, false, false],
  ]);
  expect(after[0]!.custom).toMatchObject({ id, required: true, masked: true });
  expect(await db.tenant({ tenantId }, (tx) => maskedFields(tx))).toEqual(new Set(['company', `custom:${id}`]));
  expect((await ask('PUT', 'display', { columns: [{ key: 'shoe_size', shown: true, position: 0 }] })).code).toBe(400);
  expect((await ask('PUT', 'display', { columns: [] }, ana)).code).toBe(403);
});

test('[CDP-04] a custom field has what its type needs, a name of its own, and keeps its type', async () => {
  const { ask, columns } = await aTeam();
  const add = (type: VariableType, name: string, more: object = {}) => ask('POST', 'custom', { type, name, ...more });
  expect((await add(VariableType.choice, 'Seat')).code).toBe(400);
  expect((await add(VariableType.price, 'Budget')).code).toBe(400);
  expect((await add(VariableType.date, 'Birthday', { format: '9' })).code).toBe(400);
  const id = (
    await add(VariableType.choice, 'Seat', { options: ['Window', 'window', 'Aisle'], currency: 'USD', format: '1' })
  ).data.id;
  expect((await add(VariableType.text, 'seat')).code).toBe(20003);
  for (const { code } of VariableType.rows)
    expect((await add(code, `Field ${code}`, { options: ['One'], currency: 'MXN' })).code, String(code)).toBe(0);
  expect((await columns()).find(({ key }) => key === `custom:${id}`)!.custom).toMatchObject({
    type: VariableType.choice,
    options: ['Window', 'Aisle'],
    currency: null,
    format: '',
  });
  expect((await ask('PUT', 'custom', { id, name: 'Seats', options: ['Bed'] })).code).toBe(0);
  expect((await columns()).find(({ key }) => key === `custom:${id}`)).toMatchObject({
    name: 'Seats',
    custom: { type: VariableType.choice, options: ['Bed'] },
  });
});

test('[CDP-04] a deleted field takes its values along, of its own tenant only', async () => {
  const { tenantId, ask, columns } = await aTeam();
  const other = await aTeam();
  const id = (await ask('POST', 'custom', { type: VariableType.text, name: 'Badge' })).data.id;
  const insert = (tenant: number) =>
    db.tenant({ tenantId: tenant }, (tx) =>
      sql`insert into customer (full_name, fields) values ('Lucía', ${JSON.stringify({ [id]: 'A1', 1: 'kept' })}::jsonb)`.execute(
        tx.as(),
      ),
    );
  await insert(tenantId);
  await insert(other.tenantId);
  expect((await other.ask('DELETE', `custom/${id}`)).code).toBe(404);
  expect((await ask('DELETE', `custom/${id}`)).code).toBe(0);
  expect((await columns()).some(({ custom }) => custom)).toBe(false);
  await server.built.features
    .find(({ name }) => name === 'field-config')!
    .jobs![0]!.run({ tenantId, fieldId: id } as never);
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql<{
      fields: object;
    }>`select fields from customer where tenant_id in (${tenantId}, ${other.tenantId}) order by id`.execute(tx.as()),
  );
  expect(rows.map(({ fields }) => fields)).toEqual([{ 1: 'kept' }, { [id]: 'A1', 1: 'kept' }]);
});

test('[CDP-04] columns of calls are renamed, masked, hidden and ordered', async () => {
  const { ana, centre } = await aTeam();
  await centre('POST', 'batchEdit', {
    list: 'callRecords',
    columns: [
      { key: 'remark', name: 'Notes', masked: true },
      { key: 'holdSec', name: 'On hold', masked: false },
      { key: 'customer', name: '', masked: true },
    ],
  });
  await centre('PUT', 'batchDisplay', {
    list: 'callRecords',
    columns: [
      { key: 'remark', shown: true, position: 0 },
      { key: 'mos', shown: false, position: 1 },
      { key: 'customer', shown: false, position: 2 },
    ],
  });
  const { data } = await centre('GET', 'list?list=callRecords', undefined, ana);
  expect(data.slice(0, 4)).toMatchObject([
    { key: 'remark', ownName: 'Notes', shown: true, masked: true },
    { key: 'mos', shown: false },
    { key: 'customer', name: 'Cliente', ownName: '', shown: true, masked: false },
    { key: 'startTime', shown: true },
  ]);
  expect(
    data.find(({ key }: FieldColumn) => key === 'holdSec'),
    'a new name shows nothing',
  ).toMatchObject({ name: 'On hold', shown: false, position: 12 });
  expect(
    (
      await centre('PUT', 'batchDisplay', {
        list: 'callRecords',
        columns: [{ key: 'company', shown: true, position: 0 }],
      })
    ).code,
  ).toBe(400);
});
