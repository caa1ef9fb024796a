import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { VariableType } from '#shared/codes/variable-type.ts';
import { importHouse } from './import.fixture.ts';

// A busy machine may be slow; nothing here waits without end.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 });

let house: Awaited<ReturnType<typeof importHouse>>;
beforeAll(async () => {
  house = await importHouse();
});
afterAll(() => house.close());

test('[CDP-02] a file becomes customers: columns are guessed, rows counted before anything is written', async () => {
  const desk = await house.importer();
  const preview = await desk.upload(
    'Nombre,Teléfono,Correo,Empresa\r\nAna Ruiz,55 1234 5678,ANA@mail.example,Aurora\r\nLi Wei,+86 135 5555 0128,,\r\n',
    'clientes.csv',
    { country: 'MX' },
  );
  expect(preview).toMatchObject({
    import: { state: 'uploaded', rows: 2, file_name: 'clientes.csv' },
    encoding: 'utf-8',
    delimiter: ',',
    wish: null,
  });
  expect(preview.columns.map(({ guess }) => guess)).toEqual(['full_name', 'phone', 'email', 'company']);
  const checked = await desk.check(
    'Nombre,Teléfono,Correo,Empresa\r\nAna Ruiz,55 1234 5678,ANA@mail.example,Aurora\r\nLi Wei,+86 135 5555 0128,,\r\n',
    { country: 'MX' },
  );
  expect(checked).toMatchObject({ state: 'checked', rows: 2, added: 2, updated: 0, skipped: 0, wrong: 0 });
  expect((await desk.ask('GET', `/import/${checked.id}`)).data.wish).toEqual({
    mapping: preview.columns.map(({ column, guess }) => ({ column, field: guess })),
    duplicates: 'skip',
    country: 'MX',
    tag_ids: [],
    owner_id: null,
  });
  expect(await desk.count()).toBe(0);
  expect(await desk.start(checked.id)).toMatchObject({ state: 'done', rows: 2, done: 2, added: 2 });
  expect(await desk.customers()).toMatchObject([
    {
      full_name: 'Ana Ruiz',
      company: 'Aurora',
      phones: [{ number: '525512345678', country: 'MX' }],
      emails: ['ana@mail.example'],
      source: 2,
    },
    { full_name: 'Li Wei', phones: [{ number: '8613555550128', country: 'CN' }], emails: [] },
  ]);
});

const PEOPLE =
  'Name,Phone,E-mail,Company\nAna,+525512345678,ana@mail.example,Aurora\nBudi,+6281255550123,,\nCleo,,cleo@mail.example,\nDara,,,Delta\n';

test('[complaint 16] importing a file again adds nothing and changes nothing, whatever rows are known by', async () => {
  const desk = await house.importer();
  expect(await desk.import(PEOPLE)).toMatchObject({ added: 4, skipped: 0 });
  expect(await desk.import(PEOPLE)).toMatchObject({ rows: 4, added: 0, updated: 0, skipped: 4, wrong: 0 });
  expect(await desk.check(PEOPLE, { duplicates: 'update' })).toMatchObject({ added: 0, updated: 0, skipped: 4 });
  expect(await desk.import(PEOPLE, { duplicates: 'update' })).toMatchObject({ added: 0, updated: 0, skipped: 4 });
  expect(await desk.count()).toBe(4);
  expect(await desk.import(PEOPLE, { duplicates: 'create' })).toMatchObject({ added: 4 });
  expect(await desk.count()).toBe(8);
});

test('[CDP-02] numbers are the same however they are written', async () => {
  const desk = await house.importer();
  await desk.add({ full_name: 'Ana', phones: [{ number: '+525512345678', country: '' }] });
  expect(
    await desk.import('name,phone\nA,(55) 1234-5678\nB,0052 55 1234 5678\nC,5255 12345678\nD,+52 1 55 1234 5678\n', {
      country: 'MX',
    }),
  ).toMatchObject({ state: 'done', wrong: 0, added: 0, skipped: 4 });
});

test('[CDP-02] who an import brought is told as such, before all that changed later, through merging too', async () => {
  const desk = await house.importer(undefined, { name: 'Sofía' });
  await desk.import('name,phone\nAna,+525512345678\nBea,+525587654321\n');
  const [ana, bea] = (await desk.customers()).toSorted((a, b) => a.full_name.localeCompare(b.full_name));
  type Line = { key: string; who: string; body: { kind: string } };
  const history = async (before?: string) =>
    (await desk.ask('POST', '/timeline', { id: ana!.id, kinds: ['change'], size: 1, ...(before ? { before } : {}) }))
      .data as { list: Line[]; next: string | null };
  expect(await history()).toMatchObject({
    list: [{ who: 'Sofía', body: { kind: 'imported', changes: [] } }],
    next: null,
  });
  // In the very second of the import, which the order must not mind.
  await house.server.world.db.pool.query(
    "insert into customer_change (tenant_id, customer_id, at, user_id, kind) select tenant_id, id, created_at, $2, 'edited' from customer where id = $1",
    [ana!.id, desk.member.userId],
  );
  expect((await desk.ask('POST', '/merge', { keep_id: ana!.id, other_ids: [bea!.id], fields: {} })).code).toBe(0);
  const lines: Line[] = [];
  for (let page = await history(); ; page = await history(page.next!)) {
    lines.push(...page.list);
    if (page.next === null) break;
  }
  expect(lines.map(({ body }) => body.kind)).toEqual(['merged', 'edited', 'imported', 'imported']);
  expect(new Set(lines.map(({ key }) => key)).size).toBe(4);
});

test('[CDP-02] updating fills what the file says, keeps what it does not, and adds what is new to lists; history tells it', async () => {
  const desk = await house.importer();
  const ana = await desk.add({
    full_name: 'Ana',
    company: 'Old',
    note: 'Stays.',
    phones: [{ number: '+525512345678', country: '' }],
    emails: ['old@mail.example'],
  });
  const done = await desk.import(
    'name,phone,phone 2,email,company,note\nAna Ruiz,+525512345678,+525500000001,new@mail.example,,\n',
    { duplicates: 'update' },
  );
  expect(done).toMatchObject({ added: 0, updated: 1, skipped: 0 });
  const [after] = await desk.customers();
  expect(after).toMatchObject({
    id: ana.id,
    full_name: 'Ana Ruiz',
    company: 'Old',
    note: 'Stays.',
    emails: ['old@mail.example', 'new@mail.example'],
    version: 2,
  });
  expect(after!.phones.map(({ number, country }) => [number, country])).toEqual([
    ['525512345678', 'MX'],
    ['525500000001', 'MX'],
  ]);
  const { rows } = await house.server.world.db.pool.query(
    'select kind, user_id, changes from customer_change where customer_id = $1 order by id',
    [ana.id],
  );
  expect(rows[1]).toEqual({
    kind: 'imported',
    user_id: desk.member.userId,
    changes: [
      { field: 'full_name', before: 'Ana', after: 'Ana Ruiz' },
      { field: 'phone', before: ['525512345678'], after: ['525512345678', '525500000001'] },
      { field: 'email', before: ['old@mail.example'], after: ['old@mail.example', 'new@mail.example'] },
    ],
  });
});

test('[CDP-02] a number somebody has is given to nobody else', async () => {
  const desk = await house.importer();
  await desk.add({ full_name: 'Ana', phones: [{ number: '+525512345678', country: '' }] });
  await desk.add({ full_name: 'Beto', phones: [{ number: '+525500000001', country: '' }] });
  const file =
    'name,phone,phone 2\nAna,+525512345678,+525500000001\nNew,+525500000002,+525500000003\nSame,+525500000003,+525500000001\n';
  expect(await desk.import(file, { duplicates: 'update' })).toMatchObject({ added: 1, updated: 0, skipped: 2 });
  expect(
    (await desk.customers()).map(({ full_name, phones }) => [full_name, phones.map(({ number }) => number)]),
  ).toEqual([
    ['Ana', ['525512345678']],
    ['Beto', ['525500000001']],
    ['Same', ['525500000002', '525500000003']],
  ]);
  expect(await desk.import(file, { duplicates: 'update' })).toMatchObject({ added: 0, updated: 0, skipped: 3 });
});

test('[CDP-02] rows of one file about one customer run together, the later wins; or only the first counts', async () => {
  const file =
    'name,phone,email,company\nAna,+525512345678,,First\nAna R,+525512345678,a@mail.example,\nAna Ruiz,+525512345678,b@mail.example,Last\n';
  const skipping = await house.importer();
  expect(await skipping.import(file)).toMatchObject({ added: 1, updated: 0, skipped: 2 });
  expect(await skipping.customers()).toMatchObject([{ full_name: 'Ana', company: 'First', emails: [] }]);
  const updating = await house.importer();
  expect(await updating.import(file, { duplicates: 'update' })).toMatchObject({ added: 1, updated: 0, skipped: 2 });
  expect(await updating.customers()).toMatchObject([
    { full_name: 'Ana Ruiz', company: 'Last', emails: ['a@mail.example', 'b@mail.example'] },
  ]);
  expect(await updating.import(file, { duplicates: 'update' })).toMatchObject({ added: 0, updated: 0, skipped: 3 });
  await skipping.import(file, { duplicates: 'update' });
  expect(await skipping.customers()).toMatchObject([
    { full_name: 'Ana Ruiz', company: 'Last', emails: ['a@mail.example', 'b@mail.example'], version: 2 },
  ]);
});

test('[complaint 16] wrong rows come back in a file with line, column and reason in the reader’s language; the others are imported', async () => {
  const desk = await house.importer(undefined, { language: 'es-MX' });
  const file =
    'Nombre,Teléfono,Correo\r\nAna,+525512345678,\r\n"Dos\nlíneas",12,no es correo\r\n=cmd(),5.25551E+11,\r\n,,\r\nBeto,+525500000001,\r\n,,x@\r\n';
  const done = await desk.import(file);
  expect(done).toMatchObject({ rows: 5, added: 2, wrong: 3 });
  expect(await desk.errors(done.id)).toEqual([
    'Línea,Columna,Motivo,Nombre,Teléfono,Correo',
    '3,Teléfono; Correo,No es un número de teléfono; No es una dirección de correo,"Dos\nlíneas",12,no es correo',
    "5,Teléfono,Una hoja de cálculo redondeó este número: da formato de texto a la columna,'=cmd(),5.25551E+11,",
    '8,Correo,No es una dirección de correo,,,x@',
  ]);
});

test('[CDP-02] tags, owner, language, country, zone, flags, consent and fields of the tenant are read as people write them', async () => {
  const desk = await house.importer(undefined, { name: 'Sofía Ríos' });
  const tag = await house.server.ask<{ id: number }>('POST', '/admin/cdp/tag', {
    token: desk.member.token,
    body: { name: 'VIP' },
  });
  const {
    rows: [until, size],
  } = await house.server.world.db.pool.query<{ id: number }>(
    "insert into custom_field (tenant_id, name, type) values ($1, 'Contract until', $2), ($1, 'Size', $3) returning id",
    [desk.member.tenantId, VariableType.date, VariableType.number],
  );
  const done = await desk.import(
    'name,phone,tags,owner,language,country,time zone,do not call,consent,contract until,size\nAna,5512345678,vip,sofía ríos,Español,México,America/Mexico_City,sí,Agreed,15/11/2026,"1,234.5"\nLi,13555550128,,,zh-CN,CN,,no,,,\nX,+525500000001,nobody knows,,,,,,,\n',
  );
  expect(done).toMatchObject({ added: 2, wrong: 1 });
  expect(await desk.customers()).toMatchObject([
    {
      full_name: 'Ana',
      phones: [{ number: '525512345678' }],
      tags: [{ id: tag.data.id }],
      owner_id: desk.member.userId,
      language: 'es',
      country: 'MX',
      time_zone: 'America/Mexico_City',
      do_not_call: true,
      consent: 1,
      fields: { [until!.id]: '2026-11-15', [size!.id]: 1234.5 },
    },
    {
      full_name: 'Li',
      phones: [{ number: '8613555550128' }],
      language: 'zh',
      country: 'CN',
      do_not_call: false,
      consent: 0,
    },
  ]);
});

test('[CDP-02] tags and an owner for every row; a name is made of its parts', async () => {
  const desk = await house.importer();
  const tag = await house.server.ask<{ id: number }>('POST', '/admin/cdp/tag', {
    token: desk.member.token,
    body: { name: 'Fair 2026' },
  });
  await desk.import('first name,last name,phone\nLucía,Hernández,+525512345678\n伟明,王,+8613555550128\n', {
    tag_ids: [tag.data.id],
    owner_id: desk.member.userId,
  });
  expect(await desk.customers()).toMatchObject([
    { full_name: 'Lucía Hernández', tags: [{ name: 'Fair 2026' }], owner_id: desk.member.userId },
    { full_name: '王伟明' },
  ]);
  await desk.import('first name,phone\nLucy,+525512345678\n', { duplicates: 'update' });
  expect((await desk.customers())[0]).toMatchObject({ full_name: 'Lucy Hernández', first_name: 'Lucy' });
});

test.each([
  ['utf-16le', Buffer.from('\uFEFFName;Phone\r\n王伟;+8613555550128\r\n', 'utf16le'), '王伟', ';'],
  [
    'gb18030',
    Buffer.from('d0d5c3fb2cb5e7bbb00d0acdf5ceb0c3f72c2b383631333535353535303132380d0a', 'hex'),
    '王伟明',
    ',',
  ],
  ['windows-1252', Buffer.from('Nombre\tTeléfono\nÁngel Núñez\t+525512345678\n', 'latin1'), 'Ángel Núñez', '\t'],
  ['utf-8', Buffer.from('\uFEFFsep=|\nName|Phone\nZoë|+525512345678\n'), 'Zoë', '|'],
])('[CDP-02] a file in %s is read, and the page says how', async (encoding, bytes, name, delimiter) => {
  const desk = await house.importer();
  expect(await desk.upload(bytes)).toMatchObject({ encoding, delimiter });
  await desk.import(bytes);
  expect(await desk.customers()).toMatchObject([{ full_name: name }]);
});

test('[CDP-02] what cannot be taken in is refused at once, with a name', async () => {
  const desk = await house.importer();
  expect((await desk.send(Buffer.from('7f454c4602010100', 'hex'), 'x.csv')).code).toBe(20401);
  expect((await desk.send('Name,Phone\n')).code).toBe(22203);
  expect(
    (await desk.send(`${Array.from({ length: 501 }, (_, n) => `c${n}`).join(',')}\n${'x,'.repeat(500)}x\n`)).code,
  ).toBe(22202);
  expect((await desk.send(`phone\n${'1\n'.repeat(1_000_001)}`)).code).toBe(22201);
  const {
    import: { id },
  } = await desk.upload(PEOPLE);
  const check = async (mapping: object[], more: object = {}) =>
    (await desk.ask('POST', '/import/check', { id, mapping, ...more })).code;
  expect(
    await check([
      { column: 0, field: 'full_name' },
      { column: 1, field: 'full_name' },
    ]),
  ).toBe(22207);
  expect(await check([{ column: 0, field: 'note' }])).toBe(22206);
  expect(await check([{ column: 0, field: 'constructor' }])).toBe(400);
  expect(await check([{ column: 0, field: 'custom:999' }])).toBe(400);
  expect(await check([{ column: 9, field: 'full_name' }])).toBe(400);
  expect(await check([{ column: 0, field: 'full_name' }], { tag_ids: [999_999] })).toBe(404);
  expect(await check([{ column: 0, field: 'full_name' }], { owner_id: 999_999 })).not.toBe(0);
  expect((await desk.ask('POST', '/import/start', { id })).code).toBe(22205);
});

test('[API-03] other tenants see nothing of an import; those who see stars import nothing', async () => {
  const desk = await house.importer();
  const other = await house.importer();
  const { id } = await desk.check('name,phone\nAna,+525512345678\nB,12\n');
  for (const [method, path, body] of [
    ['GET', `/import/${id}`],
    ['GET', `/import/${id}/errors`],
    ['POST', '/import/start', { id }],
    ['POST', '/import/cancel', { id }],
    ['POST', '/import/check', { id, mapping: [] }],
  ] as const)
    expect([path, (await other.ask(method, path, body)).code]).toEqual([path, 404]);
  expect((await other.ask('GET', '/import/list')).data).toEqual([]);
  const stars = await house.importer(desk.member.tenantId, { needsMasking: true });
  expect((await stars.send(PEOPLE)).code).toBe(403);
  for (const [method, path, body] of [
    ['GET', `/import/${id}`],
    ['GET', `/import/${id}/errors`],
    ['POST', '/import/start', { id }],
  ] as const)
    expect([path, (await stars.ask(method, path, body)).code]).toEqual([path, 403]);
});

test('[CDP-02] cancelling leaves nothing, and what is over cannot be cancelled', async () => {
  const desk = await house.importer();
  const { id } = await desk.check('name,phone\nAna,+525512345678\nB,12\n');
  const files = async () =>
    (
      await house.server.world.db.pool.query('select 1 from stored_file where tenant_id = $1 and deleted_at is null', [
        desk.member.tenantId,
      ])
    ).rows.length;
  const tables = async () =>
    (
      await house.server.world.db.pool.query('select 1 from pg_class where relname in ($1, $2)', [
        `customer_stage_${id}`,
        `customer_plan_${id}`,
      ])
    ).rows.length;
  expect([await files(), await tables()]).toEqual([2, 2]);
  expect((await desk.ask('POST', '/import/cancel', { id })).code).toBe(0);
  expect(await desk.stand(id)).toMatchObject({ state: 'cancelled' });
  expect(await files()).toBe(0);
  await expect.poll(tables, { timeout: 20_000 }).toBe(0);
  expect((await desk.ask('POST', '/import/cancel', { id })).code).toBe(22205);
  expect((await desk.ask('POST', '/import/start', { id })).code).toBe(22205);
  const done = await desk.import(PEOPLE);
  expect((await desk.ask('POST', '/import/cancel', { id: done.id })).code).toBe(22205);
  expect(await files()).toBe(0);
});

test('[CDP-02] whoever is erased takes along imports that are not written and files of wrong rows', async () => {
  const desk = await house.importer();
  await desk.import('name,phone,email\nAna Ruiz,+525512345678,\nAna Ruiz,+525512345678,not an address\n');
  const waiting = await desk.check('name,phone\nAna Ruiz,+525512345678\n');
  const [ana] = await desk.customers();
  const { erased } = (await desk.ask('POST', '/erase', { id: ana!.id, reason: 'Asked by mail.' })).data as {
    erased: Record<string, number>;
  };
  expect(erased['customer-files']).toBe(2);
  expect(await desk.stand(waiting.id)).toMatchObject({ state: 'cancelled' });
  expect(
    (
      await house.server.world.db.pool.query('select 1 from stored_file where tenant_id = $1 and deleted_at is null', [
        desk.member.tenantId,
      ])
    ).rows,
  ).toEqual([]);
});

test('whoever imports is told how far it is, and everybody once that customers changed', async () => {
  const desk = await house.importer();
  const done = await desk.import(PEOPLE);
  const events = async () =>
    (
      await house.server.world.db.pool.query<{ kind: string; body: { id?: number; state?: string; ids?: number[] } }>(
        'select kind, body from realtime_event where tenant_id = $1 order by seq',
        [desk.member.tenantId],
      )
    ).rows;
  await expect
    .poll(
      async () =>
        (await events())
          .filter(({ kind, body }) => kind === 'customer-files.import' && body.id === done.id)
          .map(({ body }) => body.state),
      { timeout: 20_000 },
    )
    .toEqual(expect.arrayContaining(['checking', 'checked', 'importing', 'done']));
  expect((await events()).filter(({ kind }) => kind === 'customers.changed')).toMatchObject([{ body: { ids: [] } }]);
});
