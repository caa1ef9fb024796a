import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  customersHouse,
  EVERYTHING,
  type CustomerClerk,
} from '#features/customers/customers/server/customers.fixture.ts';
import { readCsvText, workbookSheets } from '#platform/server/table-file.fixture.ts';
import { aMember, aTenant, type MemberWishes } from '#test/builders.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import { DateFormat } from '#shared/codes/date-format.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let house: Awaited<ReturnType<typeof customersHouse>>;
beforeAll(async () => {
  house = await customersHouse();
});
afterAll(() => house.close());

const phone = (number: string) => [{ number, country: '' }];
const somebody = async (wishes: MemberWishes = {}, tenant?: number) =>
  house.desk(
    await aMember(house.server.world.db, tenant ?? (await aTenant(house.server.world.db)), {
      functions: [...EVERYTHING, 'customer-files.export'],
      ...wishes,
    }),
  );
const ask = ({ member }: CustomerClerk, body: object, path = 'export') =>
  house.server.built.http.inject({
    method: 'POST',
    url: `/admin/cdp/customer/${path}`,
    headers: { authorization: `Bearer ${member.token}` },
    payload: body,
  });

/** What the second sheet of a workbook says about it. */
async function notesOf(desk: CustomerClerk, body: object, path?: string): Promise<Record<string, unknown>> {
  const [, about] = workbookSheets((await ask(desk, { ...body, kind: 'xlsx' }, path)).rawPayload);
  return Object.fromEntries(about!.rows.slice(1).map(({ A, B }) => [A, B]));
}
/** The lines of a csv answer: heading, rows. */
async function lines(desk: CustomerClerk, body: object, path?: string) {
  const answer = await ask(desk, body, path);
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  return tableOf(answer.rawPayload);
}
function tableOf(bytes: Buffer) {
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const all = readCsvText(bytes.toString('utf8').slice(1));
  const [heading, ...rows] = all;
  return { heading, rows };
}
const many = (desk: CustomerClerk, count: number, more = '') =>
  house.server.world.db.pool.query(
    `
  insert into customer (tenant_id, full_name, company, phones, phone_countries, emails, note)
  select $1::bigint, 'Customer ' || n, '=cmd ' || n, array[(525500000000 + n)::text], array['MX'], array['c' || n || '@mail.example'], 'line 1' || chr(10) || 'a "quoted", \\ back' || chr(9) || 'tab' ${more} from generate_series(1, $2::int) n`,
    [desk.member.tenantId, count],
  );
async function downloaded(desk: CustomerClerk, body: object, path?: string): Promise<{ name: string; bytes: Buffer }> {
  const { code, data } = (await ask(desk, body, path)).json();
  expect({ code, data }).toMatchObject({ code: 0, data: { task_id: expect.any(Number) } });
  const item = await vi.waitFor(
    async () => {
      const found = (await house.server.ask('GET', '/cc/api/download/v1/list', { token: desk.member.token })).data.find(
        ({ id }: { id: number }) => id === data.task_id,
      );
      expect(found.status).toBe(2);
      return found;
    },
    { timeout: 40_000, interval: 50 },
  );
  return {
    name: item.fileName,
    bytes: (
      await house.server.built.http.inject({
        url: item.fileUrl,
        headers: { authorization: `Bearer ${desk.member.token}` },
      })
    ).rawPayload,
  };
}

describe('few customers', () => {
  test('[CDP-02] are answered at once as the file the list shows, with its columns and names', async () => {
    const desk = await somebody({ timeZone: 'Asia/Kolkata', name: 'Sofía' });
    const tag = (
      await house.server.ask('POST', '/admin/cdp/tag', {
        token: (await somebody({ isOwner: true }, desk.member.tenantId)).member.token,
        body: { name: 'VIP, gold', colour: 'blue', group_id: null },
      })
    ).data.id;
    const { id } = await desk.add({
      full_name: 'Lucía "Lu" Hernández',
      company: 'Aurora, S.A.',
      phones: [...phone('+525512345678'), ...phone('+14155550100')],
      emails: ['lu@mail.example', 'x@mail.example'],
      owner_id: desk.member.userId,
      tag_ids: [tag],
    });
    await house.server.world.db.pool.query("update customer set created_at = '2026-03-01 20:00:00+00' where id = $1", [
      id,
    ]);
    const { heading, rows } = await lines(desk, { search: {} });
    expect(await notesOf(desk, { search: {} })).toEqual({
      'Time zone': 'Asia/Kolkata',
      'Which customers': 'All customers',
    });
    expect(heading).toEqual(['Name', 'Company', 'Phone', 'E-mail', 'Owner', 'Tags', 'Added', 'Last contact']);
    expect(rows).toEqual([
      [
        'Lucía "Lu" Hernández',
        'Aurora, S.A.',
        "'+525512345678; +14155550100",
        'lu@mail.example; x@mail.example',
        'Sofía',
        'VIP, gold',
        '2026-03-02 01:30:00',
        '',
      ],
    ]);
  });

  test('[CDP-02] columns are those asked for, in that order; custom fields are written as they are read again', async () => {
    const desk = await somebody({
      functions: [...EVERYTHING, 'customer-files.export', 'field-config.edit'],
      language: 'es-MX',
    });
    const field = async (name: string, type: number, more: object = {}) =>
      (
        await house.server.ask('POST', '/admin/saas_plat/field_config/custom', {
          token: desk.member.token,
          body: { name, type, ...more },
        })
      ).data.id as number;
    const [born, debt, second] = [
      await field('Nacimiento', VariableType.date, { format: String(DateFormat.dayFirst) }),
      await field('Deuda', VariableType.price, { currency: 'MXN' }),
      await field('Otro', VariableType.phone),
    ];
    await desk.add({
      full_name: 'Ana',
      do_not_call: true,
      country: 'MX',
      language: 'es',
      consent: 1,
      fields: { [born]: '1990-02-01', [debt]: -12.5, [second]: '+525587654321' },
    });
    const columns = [
      `custom:${debt}`,
      'full_name',
      `custom:${born}`,
      `custom:${second}`,
      'do_not_call',
      'do_not_text',
      'country',
      'language',
      'consent',
      'source',
    ];
    const { heading, rows } = await lines(desk, { columns });
    expect(await notesOf(desk, { columns })).toMatchObject({ 'Deuda: moneda': 'MXN' });
    expect(heading).toEqual([
      'Deuda',
      'Nombre',
      'Nacimiento',
      'Otro',
      'No llamar',
      'No enviar mensajes',
      'País',
      'Idioma',
      'Consentimiento',
      'Origen',
    ]);
    expect(rows[0]!.slice(0, 8)).toEqual([
      '-12.5',
      'Ana',
      '01/02/1990',
      "'+525587654321",
      'Sí',
      'No',
      'México',
      'Español',
    ]);
    const answer = await ask(desk, { columns, kind: 'xlsx' });
    expect(answer.headers['content-type']).toContain('spreadsheetml');
    const [sheet, about] = workbookSheets(answer.rawPayload);
    expect(sheet!.rows[1]).toMatchObject({ A: -12.5, B: 'Ana', C: 32_905, D: '+525587654321' });
    expect(about!.rows.slice(1)).toContainEqual({ A: 'Deuda: moneda', B: 'MXN' });
    expect((await ask(desk, { columns: ['full_name', 'password'] })).json().code).toBe(400);
  });

  test('[CDP-02] filters stand in the file in words', async () => {
    const desk = await somebody({ name: 'Sofía' });
    await desk.add({ full_name: 'Lucía Hernández', company: 'Aurora', owner_id: desk.member.userId });
    await desk.add({ full_name: 'Other' });
    const search = {
      words: 'lucía',
      owner_ids: [desk.member.userId],
      sources: [1],
      created: { from: '2026-01-01 00:00:00' },
      condition: {
        join: 'or',
        items: [
          { field: 'company', operator: 'contains', values: ['Auro'] },
          { field: 'do_not_call', operator: 'is', values: [true] },
        ],
      },
    };
    const { rows } = await lines(desk, { search });
    expect(rows).toHaveLength(1);
    expect(await notesOf(desk, { search })).toMatchObject({
      Owner: 'Sofía',
      'Name, company, number, e-mail': 'lucía',
      Conditions: 'Company contains “Auro” or Do not call: yes',
      Added: '2026-01-01 00:00:00 – ',
    });
  });

  test('[CDP-02] exactly 2,000 are a file, one more is a task', async () => {
    const desk = await somebody();
    await many(desk, 2_000);
    expect((await lines(desk, { search: {} })).rows).toHaveLength(2_000);
    await desk.add({ full_name: 'One more' });
    const { name, bytes } = await downloaded(desk, { search: {} });
    expect(name).toMatch(/^customers-\d{4}-\d\d-\d\d_[\w-]+\.csv$/);
    expect(tableOf(bytes).rows).toHaveLength(2_001);
  });
});

test('[complaint 17] [CDP-02] 20,001 customers in are 20,001 lines out, with BOM, harmless cells, filters and zone', async () => {
  const desk = await somebody({ timeZone: 'America/Mexico_City' });
  await many(desk, 20_001);
  for (const kind of ['csv', 'xlsx'] as const) {
    const { name, bytes } = await downloaded(desk, {
      kind,
      search: { words: 'customer' },
      columns: ['full_name', 'company', 'phone', 'note'],
    });
    expect(name.endsWith(kind)).toBe(true);
    if (kind === 'csv') {
      const { rows } = tableOf(bytes);
      expect(name).toMatch(/_America-Mexico_City\.csv$/);
      expect(rows).toHaveLength(20_001);
      expect(new Set(rows.map(([, , number]) => number)).size).toBe(20_001);
      expect(rows.at(-1)).toEqual(['Customer 1', "'=cmd 1", "'+525500000001", 'line 1\na "quoted", \\ back\ttab']);
      expect(rows.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
    } else {
      const [sheet] = workbookSheets(bytes);
      expect(sheet!.rows).toHaveLength(20_002);
      expect(sheet!.rows.at(-1)).toEqual({
        A: 'Customer 1',
        B: '=cmd 1',
        C: '+525500000001',
        D: 'line 1\na "quoted", \\ back\ttab',
      });
    }
  }
});

describe('rights', () => {
  test('[SEC-01] [CDP-02] those who see stars get stars, and nothing of what the tenant hides', async () => {
    const open = await somebody({ functions: [...EVERYTHING, 'field-config.edit'] });
    await house.server.ask('PUT', '/admin/saas_plat/field_config/display', {
      token: open.member.token,
      body: {
        columns: [
          { key: 'company', shown: true, position: 1, masked: true },
          { key: 'tag', shown: true, position: 2 },
        ],
      },
    });
    const masked = await somebody({ needsMasking: true }, open.member.tenantId);
    await open.add({
      full_name: 'Lucía 5512345678',
      company: 'Aurora',
      phones: phone('+525512345678'),
      emails: ['lucia@mail.example'],
      note: 'call 5587654321',
    });
    for (const kind of ['csv', 'xlsx']) {
      const { rawPayload } = await ask(masked, { kind, columns: ['full_name', 'company', 'phone', 'email', 'note'] });
      const cells =
        kind === 'csv' ? tableOf(rawPayload).rows[0]! : Object.values(workbookSheets(rawPayload)[0]!.rows[1]!);
      expect(cells).toEqual([
        expect.stringMatching(/^Lucía .*\*/),
        '***',
        '52******5678',
        expect.stringMatching(/^l\*+@/),
        expect.stringContaining('***'),
      ]);
      expect(cells.join()).not.toMatch(/123456|876543|Aurora|lucia@/);
    }
    // A number typed out finds nobody, here as in the list.
    expect((await lines(masked, { search: { sms_phones: ['52-5512345678'] } })).rows).toEqual([]);
  });

  test('[CDP-02] an agent takes along their own customers only', async () => {
    const manager = await somebody();
    const agent = await somebody({ functions: ['customers.use', 'customer-files.use'] }, manager.member.tenantId);
    await manager.add({ full_name: 'Mine', owner_id: agent.member.userId });
    await manager.add({ full_name: 'Not mine' });
    expect((await ask(agent, { search: {} })).json().code).toBe(403);
    const own = { search: {}, columns: ['full_name'] };
    const { rows } = await lines(agent, own, 'my_export');
    expect([(await notesOf(agent, own, 'my_export'))['Which customers'], rows]).toEqual(['My customers', [['Mine']]]);
    const blind = await somebody({ functions: ['customers.use', 'customer-files.export'] }, manager.member.tenantId);
    expect((await ask(blind, { search: {} })).json().code).toBe(403);
  });

  test('[API-03] customers of others, and deleted ones, are not in it', async () => {
    const [mine, theirs] = [await somebody(), await somebody()];
    await theirs.add({ full_name: 'Theirs' });
    const { id } = await mine.add({ full_name: 'Gone' });
    await mine.add({ full_name: 'Here' });
    await mine.do('DELETE', `/${id}`);
    expect((await lines(mine, { columns: ['full_name'] })).rows).toEqual([['Here']]);
    expect((await lines(mine, { columns: ['full_name'], search: { deleted: true } })).rows).toEqual([['Gone']]);
  });

  test('[ADMIN-04] an export is an entry of the log without what was searched for', async () => {
    const desk = await somebody({ functions: [...EVERYTHING, 'customer-files.export', 'operation-log.view'] });
    await lines(desk, { search: { words: '5512345678' } });
    const { data } = await house.server.ask('POST', '/admin/saas_plat/operLog/page', {
      token: desk.member.token,
      body: { module: 'customer-files' },
    });
    expect(data.list).toMatchObject([{ action: 'export', target: expect.stringMatching(/^customers-.*\.csv$/) }]);
    expect(JSON.stringify(data)).not.toContain('5512345678');
  });
});

test('[CDP-02] a large export finds by every kind of filter what the list finds', async () => {
  const desk = await somebody();
  await many(desk, 3_000);
  const searches = [
    { words: 'stomer 12' },
    { words: '客户' },
    { countries: ['MX'] },
    {
      condition: {
        join: 'and',
        items: [
          { field: 'phone', operator: 'startsWith', values: ['5255'] },
          { field: 'email', operator: 'contains', values: ['c2'] },
        ],
      },
    },
    { last_contact: { from: '2020-01-01 00:00:00' } },
    { tag_ids: [1], tag_match: 'none' },
  ];
  for (const search of searches) {
    const { total } = await desk.list(search as never);
    const answer = await ask(desk, { search, columns: ['full_name'] });
    const bytes = answer.headers['content-disposition']
      ? answer.rawPayload
      : (await downloaded(desk, { search, columns: ['full_name'] })).bytes;
    expect([search, tableOf(bytes).rows.length]).toEqual([search, total]);
  }
});
