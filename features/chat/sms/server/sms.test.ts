import { sql } from 'kysely';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { failures } from '#shared/errors.ts';
import { SmsStatus } from '#shared/codes/sms-status.ts';
import { aTenant } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { aCallOf, aCustomer, aTenantThatSends, atTheSender } from './sms.fixture.ts';

vi.setConfig({ testTimeout: 30_000 });
const server = await testServer();
afterAll(server.close);
const { db } = server.world;
const codeOf = (name: keyof typeof failures) => failures[name].code;
const soon = { timeout: 15_000, interval: 50 };
const open = async (wishes = {}, balance = {}) => atTheSender(server, await aTenantThatSends(db, balance), wishes);
const to = (number: string) => ({ countryCode: '52', number });

describe('[SMS-01] the dialog’s lists', () => {
  test('hold open countries, by name, and the templates somebody may use', async () => {
    const ana = await open({ language: 'es-MX' });
    const { data: countries } = await ana.ask('country/list');
    expect(countries).toEqual([{ iso2: 'MX', code: '52', name: 'México', flag: '🇲🇽' }]);
    const waiting = await ana.ask('template/add', {
      smsTemplateName: 'Waiting',
      smsTemplateContent: 'x',
      language: 'en-US',
    });
    expect((await ana.ask('template/list')).data).toEqual([]);
    await ana.ask('template/decide', { ids: [waiting.data.id], approved: true });
    expect((await ana.ask('template/list')).data).toEqual([
      { id: waiting.data.id, smsTemplateName: 'Waiting', smsTemplateContent: 'x', language: 'en-US' },
    ]);
  });

  test('leave out templates of other groups', async () => {
    const ana = await open();
    const groups = await db.everyTenant('groups', (tx) =>
      sql<{
        id: number;
      }>`insert into agent_group (tenant_id, name, group_no) values (${ana.who.tenantId}, 'Sales', 1), (${ana.who.tenantId}, 'Care', 2) returning id`.execute(
        tx.as(),
      ),
    );
    const [sales, care] = groups.rows.map(({ id }) => id) as [number, number];
    await db.everyTenant('a member', (tx) =>
      sql`insert into agent_group_member (tenant_id, group_id, user_id) values (${ana.who.tenantId}, ${sales}, ${ana.who.userId})`.execute(
        tx.as(),
      ),
    );
    const mine = await ana.template('mine', { groupIds: [sales] });
    const theirs = await ana.template('theirs');
    expect(
      (await ana.ask('template/batchBind', { ids: [theirs.id, 999_999_999], groupIds: [care, 999_999_999] })).data,
    ).toEqual({ bound: 1 });
    expect((await ana.ask('template/list')).data.map(({ id }: { id: number }) => id)).toEqual([mine.id]);
    expect((await ana.send(theirs, to('5512345600'))).code).toBe(codeOf('smsTemplateGone'));
    await ana.ask('template/batchBind', { ids: [theirs.id], groupIds: [] });
    expect((await ana.ask('template/list')).data).toHaveLength(2);
  });
});

describe('[SMS-02] sending', () => {
  test('fills the template in with what is known, is sent, delivered and charged', async () => {
    const ana = await open();
    const customerId = await aCustomer(db, ana.who.tenantId);
    const template = await ana.template('Hola {firstName}, {agentName} de {companyName}.');
    const callId = await aCallOf(db, ana.who.tenantId, ana.who.userId);
    const sent = await ana.send(template, { callId });
    expect(sent).toMatchObject({ code: 0, data: { id: expect.any(Number) } });
    await expect
      .poll(async () => (await ana.records())[0], soon)
      .toMatchObject({
        direction: 'outbound',
        status: SmsStatus.delivered,
        number: '525512345600',
        iso2: 'MX',
        customerId,
        customerName: 'Lucía Hernández',
        userName: 'Ana',
        content: expect.stringMatching(/^Hola Lucía, Ana de Aurora Travel \d+\.$/),
        segments: 1,
        cost: '0.04 USD',
        callId,
      });
    expect(await ana.balance()).toBe('9.96');
    const { data } = await server.ask('POST', '/admin/cdp/customer/timeline', {
      token: ana.who.token,
      body: { id: customerId },
    });
    expect(data.list[0]).toMatchObject({
      kind: 'sms',
      who: 'Ana',
      body: { direction: 'outbound', status: SmsStatus.delivered, text: expect.stringContaining('Hola Lucía') },
    });
  });

  test('takes no content of the page’s own making, no unknown value, and no name of another template', async () => {
    const ana = await open();
    const template = await ana.template('Hello {customerName}');
    const body = { ...to('5512345600'), smsTemplateId: template.id, smsTemplateName: template.smsTemplateName };
    expect((await ana.ask('send', { ...body, content: 'Hello {customerName}' })).code).toBe(codeOf('smsValueMissing'));
    await aCustomer(db, ana.who.tenantId);
    expect((await ana.ask('preview', { ...to('5512345600'), smsTemplateId: template.id })).data).toEqual({
      content: 'Hello Lucía Hernández',
      missing: [],
      segments: 1,
      encoding: 'ucs2',
    });
    expect((await ana.ask('send', { ...body, content: 'Send me money' })).code).toBe(codeOf('smsContentChanged'));
    expect((await ana.ask('send', { ...body, smsTemplateName: 'Other', content: 'Hello Lucía Hernández' })).code).toBe(
      codeOf('smsContentChanged'),
    );
    expect((await ana.ask('send', { ...body, content: 'Hello Lucía Hernández' })).code).toBe(0);
  });

  test('is refused for the blacklisted, those who want nothing, closed countries, wrong numbers, others’ calls and an empty account', async () => {
    const ana = await open();
    const template = await ana.template('Hello');
    await db.everyTenant('listed', (tx) =>
      sql`insert into blacklist_entry (tenant_id, pattern, is_shape, scopes) values (${ana.who.tenantId}, '525512345611', false, array['sms']), (${ana.who.tenantId}, '525512345612', false, array['call'])`.execute(
        tx.as(),
      ),
    );
    await aCustomer(db, ana.who.tenantId, { phone: '525512345613', doNotText: true });
    expect((await ana.send(template, to('5512345611'))).code).toBe(codeOf('smsNumberListed'));
    expect((await ana.send(template, to('5512345612'))).code).toBe(0);
    expect((await ana.send(template, to('5512345613'))).code).toBe(codeOf('smsOptedOut'));
    expect((await ana.send(template, { countryCode: '1', number: '2125551234' })).code).toBe(
      codeOf('smsCountryClosed'),
    );
    for (const wrong of ['12', '55123', '9'.repeat(50)])
      expect((await ana.send(template, to(wrong))).code).toBe(codeOf('wrongNumber'));
    expect((await ana.send(template, to('9'.repeat(51)))).code).toBe(400);
    const budi = await atTheSender(server, ana.who.tenantId, { name: 'Budi' });
    expect((await ana.send(template, { callId: await aCallOf(db, ana.who.tenantId, budi.who.userId) })).code).toBe(404);
    const poor = await open({}, { balanceMinor: 3 });
    expect((await poor.send(await poor.template('Hello'), to('5512345600'))).code).toBe(codeOf('smsNoBalance'));
    expect([await poor.balance(), await poor.records()]).toEqual(['0.03', []]);
  });

  test('costs what the price lists say: without a price it is refused where others have one, and free where nobody counts', async () => {
    const ana = await open();
    const put = (countries: string[]) =>
      server.ask('PUT', '/cc/api/sms/v1/settings/countries', { token: ana.who.token, body: { countries } });
    const settings = async () => (await server.ask('GET', '/cc/api/sms/v1/settings', { token: ana.who.token })).data;
    expect((await put(['MX', 'US'])).code).toBe(0);
    expect(await settings()).toMatchObject({
      currency: 'USD',
      countries: [
        { iso2: 'MX', priceE4: 350 },
        { iso2: 'US', priceE4: null },
      ],
    });
    const template = await ana.template('Hello');
    const abroad = { countryCode: '1', number: '2125551234' };
    expect((await ana.send(template, abroad)).code).toBe(codeOf('smsNoPrice'));
    const free = await atTheSender(server, await aTenant(db));
    await db.everyTenant('may send', async (tx) => {
      const { tenantId } = free.who;
      await sql`insert into sms_provider (tenant_id, kind, hook_key) values (${tenantId}, 'outbox', ${`hook-${tenantId}`})`.execute(
        tx.as(),
      );
      await sql`insert into sms_country (tenant_id, iso2) values (${tenantId}, 'US')`.execute(tx.as());
    });
    expect((await free.send(await free.template('Hello'), abroad)).code).toBe(0);
    expect((await free.records()).map(({ cost }) => cost)).toEqual(['']);
  });

  test('that fails gives the money back, once', async () => {
    const ana = await open();
    const template = await ana.template('Hello');
    await ana.send(template, to('5512345692'));
    await ana.send(template, to('5512345696'));
    await ana.send(template, to('5512345691'));
    await expect
      .poll(async () => (await ana.records()).map(({ status }) => status), soon)
      .toEqual([SmsStatus.notDelivered, SmsStatus.sendFailed, SmsStatus.sendFailed]);
    expect(await ana.balance()).toBe('9.96');
    expect((await ana.records({ status: SmsStatus.sendFailed })).map(({ cost }) => cost)).toEqual(['', '']);
  });

  test('tells nobody whose number one is who is no customer of theirs', async () => {
    const ana = await open();
    await aCustomer(db, ana.who.tenantId);
    const template = await ana.template('Hello {customerName|friend}');
    const budi = await atTheSender(server, ana.who.tenantId, { functions: ['sms.use', 'customers.use'], name: 'Budi' });
    const asked = { ...to('5512345600'), smsTemplateId: template.id };
    expect((await ana.ask('preview', asked)).data.content).toBe('Hello Lucía Hernández');
    expect((await budi.ask('preview', asked)).data.content).toBe('Hello friend');
  });

  test('[SEC-01] whoever sees stars types no number: a customer’s, a listed one, one that wants nothing and a stranger’s are refused alike', async () => {
    const ana = await open();
    const { tenantId } = ana.who;
    await aCustomer(db, tenantId);
    const template = await ana.template('Hello');
    const stars = await atTheSender(server, tenantId, { needsMasking: true, name: 'Stars' });
    await ana.ask('optOut/add', to('5512345601'));
    await db.everyTenant('keeps one out', (tx) =>
      sql`insert into blacklist_entry (tenant_id, pattern, is_shape, scopes) values (${tenantId}, '525512345602', false, array['sms'])`.execute(
        tx.as(),
      ),
    );
    expect([
      (await ana.send(template, to('5512345601'))).code,
      (await ana.send(template, to('5512345602'))).code,
    ]).toEqual([codeOf('smsOptedOut'), codeOf('smsNumberListed')]);
    const typed = ['5512345600', '5512345601', '5512345602', '5512345603', '12'].map(to);
    for (const number of typed) {
      const body = { ...number, smsTemplateId: template.id };
      expect((await stars.ask('preview', body)).code).toBe(codeOf('numbersHidden'));
      const sent = { ...body, smsTemplateName: template.smsTemplateName, content: 'Hello' };
      expect((await stars.ask('send', sent)).code).toBe(codeOf('numbersHidden'));
      expect((await stars.ask('optOut/add', number)).code).toBe(codeOf('numbersHidden'));
    }
    expect([(await stars.records()).length, (await stars.ask('optOut/page')).data.total]).toEqual([0, 1]);
    const { data } = await server.ask('POST', '/cc/api/phone/v1/convert', {
      token: stars.who.token,
      body: { originPhone: '525512345600', oprType: 2 },
    });
    const asked = { number: data.encryptPhone, smsTemplateId: template.id };
    expect((await stars.ask('preview', asked)).code).toBe(codeOf('wrongNumber'));
  });

  test('by somebody who sees stars goes to the real person, and shows stars everywhere', async () => {
    const ana = await open();
    const customerId = await aCustomer(db, ana.who.tenantId);
    const template = await ana.template('Hello {customerName|friend}');
    const stars = await atTheSender(server, ana.who.tenantId, { needsMasking: true, name: 'Stars' });
    const { data } = await server.ask('POST', '/admin/cdp/customer/list', {
      token: stars.who.token,
      body: { ids: [customerId] },
    });
    const { word } = data.list[0].phones[0] as { word: string };
    expect((await stars.ask('preview', { number: word, smsTemplateId: template.id })).data.content).toBe('Hello L**');
    expect((await stars.send(template, { number: word })).code).toBe(0);
    const [record] = await stars.records();
    expect(record).toMatchObject({
      displayNumber: '52******5600',
      hasEncrypt: true,
      content: 'Hello L**',
      customerName: 'L**',
    });
    expect((await ana.records())[0]).toMatchObject({ content: 'Hello Lucía Hernández', number: '525512345600' });
    // The record's own word can be written to again.
    expect((await stars.send(template, { number: record!.number })).code).toBe(0);
    expect([
      (await stars.records({ number: '5600' })).length,
      (await stars.records({ number: '52******5600' })).length,
      (await stars.records({ number: '525512345600' })).length,
      (await stars.records({ number: '600' })).length,
    ]).toEqual([2, 2, 0, 0]);
    const timeline = await server.ask('POST', '/admin/cdp/customer/timeline', {
      token: stars.who.token,
      body: { id: customerId },
    });
    expect(JSON.stringify(timeline.data)).not.toMatch(/Hernández|5512345600/);
  });
});

describe('[SMS-03] answers', () => {
  test('come into the record and the timeline; STOP is heeded, and START takes it back', async () => {
    const ana = await open();
    const customerId = await aCustomer(db, ana.who.tenantId, { phone: '525512345694' });
    const template = await ana.template('Hello');
    await ana.send(template, to('5512345694'));
    await expect
      .poll(async () => (await ana.records({ direction: 'inbound' }))[0], soon)
      .toMatchObject({ direction: 'inbound', status: null, content: 'STOP', customerId, userName: 'Ana' });
    expect(await ana.send(template, to('5512345694'))).toMatchObject({ code: codeOf('smsOptedOut') });
    expect((await ana.ask('optOut/page')).data).toMatchObject({
      total: 1,
      list: [{ displayNumber: '525512345694', word: 'STOP', by: '' }],
    });
    const { rows } = await db.everyTenant('the log', (tx) =>
      sql<{
        user_name: string;
        action: string;
        target: string;
      }>`select user_name, action, target from operation_log where tenant_id = ${ana.who.tenantId} and module = 'sms' and user_name = 'SMS'`.execute(
        tx.as(),
      ),
    );
    expect(rows).toEqual([{ user_name: 'SMS', action: 'optOutAdd', target: expect.stringMatching(/^\d+$/) }]);
    const { data } = await server.ask('POST', '/admin/cdp/customer/timeline', {
      token: ana.who.token,
      body: { id: customerId, kinds: ['sms'] },
    });
    expect(
      data.list.map(({ body }: { body: { direction: string; text: string } }) => [body.direction, body.text]),
    ).toEqual([
      ['inbound', 'STOP'],
      ['outbound', 'Hello'],
    ]);
    const pushedReplies = async () =>
      (
        await db.everyTenant('news', (tx) =>
          sql<{
            body: object;
          }>`select body from realtime_event where tenant_id = ${ana.who.tenantId} and kind = 'sms.replied' and user_id = ${ana.who.userId}`.execute(
            tx.as(),
          ),
        )
      ).rows;
    await expect.poll(pushedReplies, soon).toEqual([{ body: { id: expect.any(Number), customerId, wish: 'stop' } }]);
  });

  test('are told by a carrier’s call, each once; nobody else’s key opens the door', async () => {
    const ana = await open();
    const settings = {
      url: 'https://carrier.example/send',
      body: '{}',
      report: { ref: 'id', status: 'status', delivered: ['ok'], failed: ['bad'], pending: [] },
    };
    expect(
      (
        await server.ask('PUT', '/cc/api/sms/v1/settings/provider', {
          token: ana.who.token,
          body: { kind: 'http', http: settings, secret: 's3cret-of-carrier' },
        })
      ).code,
    ).toBe(0);
    const { data } = await server.ask('GET', '/cc/api/sms/v1/settings', { token: ana.who.token });
    expect(data).toMatchObject({ kind: 'http', hasSecret: true, http: { url: settings.url } });
    expect(JSON.stringify(data)).not.toContain('s3cret-of-carrier');
    const { rows: kept } = await db.everyTenant('what is kept', (tx) =>
      sql<{
        row: string;
      }>`select row_to_json(p)::text row from sms_provider p where tenant_id = ${ana.who.tenantId}`.execute(tx.as()),
    );
    expect(kept[0]!.row).not.toContain('s3cret-of-carrier');
    const post = (path: string, body: object) => server.ask('POST', new URL(path).pathname, { body });
    for (let twice = 0; twice < 2; twice += 1)
      expect((await post(data.replyUrl, { id: 'r1', from: '+52 55 1234 5600', text: 'Gracias' })).code).toBe(0);
    await post(data.replyUrl, { id: 'r2', from: '525512345600', text: 'baja' });
    expect((await ana.records()).map(({ content }) => content)).toEqual(['baja', 'Gracias']);
    expect((await ana.ask('optOut/page')).data.total).toBe(1);
    await post(data.replyUrl, { id: 'r3', from: '525512345600', text: 'ALTA' });
    expect((await ana.ask('optOut/page')).data.total).toBe(0);
    for (const odd of [{}, { id: 'x' }, { from: 'nobody', text: 'x' }, { id: ['r9'], from: { a: 1 }, text: null }])
      expect((await post(data.replyUrl, odd)).code).toBe(0);
    expect((await ana.records()).length).toBe(3);
    expect(
      (
        await server.ask('POST', '/cc/api/sms/v1/hook/hook-of-nobody/reply', {
          body: { id: 'r1', from: '525512345600', text: 'x' },
        })
      ).code,
    ).toBe(404);
    // A report about a message nobody knows is taken, and read again later.
    expect((await post(data.reportUrl, { id: 'unknown', status: 'ok' })).code).toBe(0);
  });

  test('a secret stays where it was typed: another address asks for it again', async () => {
    const ana = await open();
    const save = (url: string, secret: string) =>
      server.ask('PUT', '/cc/api/sms/v1/settings/provider', {
        token: ana.who.token,
        body: { kind: 'http', http: { url }, secret },
      });
    expect((await save('https://carrier.example/a', 'key')).code).toBe(0);
    expect((await save('https://carrier.example/b', '')).code).toBe(0);
    expect((await save('https://evil.example/b', '')).code).toBe(codeOf('smsSecretNeeded'));
    expect((await save('http://carrier.example/b', 'key')).code).toBe(400);
  });
});

describe('[SMS-03] templates', () => {
  test('wait for approval, again when their text changes; a name is there once; unknown variables are told', async () => {
    const ana = await open();
    const { id, smsTemplateName } = await ana.template('one');
    const fields = { id, smsTemplateName, language: 'en-US', groupIds: [] };
    const state = async () =>
      (await ana.ask('template/page', { name: smsTemplateName.toLowerCase() })).data.list[0].state;
    await ana.ask('template/edit', { ...fields, smsTemplateContent: 'one', language: 'es-MX' });
    expect(await state()).toBe('approved');
    await ana.ask('template/edit', { ...fields, smsTemplateContent: 'two' });
    expect(await state()).toBe('waiting');
    expect((await ana.send({ id, smsTemplateName }, to('5512345600'))).code).toBe(codeOf('smsTemplateGone'));
    expect((await ana.ask('template/decide', { ids: [id], approved: false, remark: 'too short' })).data).toEqual({
      decided: 1,
    });
    expect((await ana.ask('template/page', { state: 'rejected' })).data.list[0]).toMatchObject({
      remark: 'too short',
      updatedBy: 'Ana',
    });
    expect((await ana.ask('template/add', { smsTemplateName, smsTemplateContent: 'x', language: 'en-US' })).code).toBe(
      codeOf('nameTaken'),
    );
    expect(
      (await ana.ask('template/add', { smsTemplateName: 'Other', smsTemplateContent: 'Hi {naem}', language: 'en-US' }))
        .code,
    ).toBe(codeOf('smsUnknownVariable'));
    expect((await ana.ask('template/delete', { ids: [id] })).data).toEqual({ deleted: 1 });
  });

  test('are written and approved by those who may', async () => {
    const ana = await open();
    const writer = await atTheSender(server, ana.who.tenantId, {
      functions: ['sms.use', 'sms.templates'],
      name: 'Writer',
    });
    const { data } = await writer.ask('template/add', {
      smsTemplateName: 'New',
      smsTemplateContent: 'x',
      language: 'en-US',
    });
    expect((await writer.ask('template/decide', { ids: [data.id], approved: true })).code).toBe(403);
    const agent = await atTheSender(server, ana.who.tenantId, { functions: ['sms.use'], name: 'Agent' });
    expect((await agent.ask('template/page')).code).toBe(403);
  });
});

describe('[SMS-03] records', () => {
  test('are one’s own without the right to see all, and found by status, direction, number, person, template and time', async () => {
    const ana = await open();
    const template = await ana.template('Hello');
    await ana.send(template, to('5512345600'));
    await ana.send(template, to('5512345695'));
    await expect.poll(async () => (await ana.records({ direction: 'inbound' })).length, soon).toBe(1);
    const agent = await atTheSender(server, ana.who.tenantId, { functions: ['sms.use'], name: 'Agent' });
    expect(await agent.records()).toEqual([]);
    expect((await ana.records({ userId: ana.who.userId })).length).toBe(3);
    expect((await ana.records({ userId: agent.who.userId })).length).toBe(0);
    expect((await ana.records({ number: '5255123456' })).length).toBe(3);
    expect((await ana.records({ number: '5695' })).length).toBe(2);
    expect((await ana.records({ smsTemplateId: template.id })).length).toBe(2);
    expect((await ana.records({ endDate: '2020-01-01 00:00:00' })).length).toBe(0);
    const all = await ana.records();
    expect((await ana.records({ before: all[0]!.id })).map(({ id }) => id)).toEqual(all.slice(1).map(({ id }) => id));
    expect((await ana.ask('record/page', { page: 2, size: 1 })).data).toMatchObject({
      total: 3,
      list: [{ id: all[1]!.id }],
    });
  });

  test('[complaint 17] leave as a file with the zone in it, and cells that cannot be run', async () => {
    const ana = await open({ timeZone: 'America/Mexico_City', language: 'en-US' });
    await db.everyTenant('many', (tx) =>
      sql`insert into sms_message (tenant_id, direction, number, content, masked_content, state, user_id) select ${ana.who.tenantId}, 'inbound', (525500000000 + n)::text, '=1+1', '=1+1', 'received', ${ana.who.userId} from generate_series(1, 2501) n`.execute(
        tx.as(),
      ),
    );
    const { data } = await ana.ask('record/export', {});
    const url = await vi.waitFor(
      async () => {
        const list = (await server.ask('GET', '/cc/api/download/v1/list', { token: ana.who.token })).data as {
          id: number;
          fileUrl: string;
        }[];
        const found = list.find(({ id }) => id === data.id)!;
        expect(found.fileUrl).not.toBe('');
        return found.fileUrl;
      },
      { timeout: 20_000, interval: 100 },
    );
    const file = await server.built.http.inject({ url, headers: { authorization: `Bearer ${ana.who.token}` } });
    const lines = file.rawPayload.toString('utf8').slice(1).trimEnd().split('\r\n');
    expect(lines.some((line) => line.startsWith('#'))).toBe(false);
    expect(lines.filter((line) => line.includes("'=1+1"))).toHaveLength(2_501);
  });
});

test('[SMS-03] who is forgotten is forgotten here too, and still gets no messages', async () => {
  const ana = await open({
    functions: [
      'sms.use',
      'sms.view',
      'sms.templates',
      'sms.approve',
      'sms.settings',
      'customers.use',
      'customers.view',
      'customers.erase',
    ],
  });
  const customerId = await aCustomer(db, ana.who.tenantId, { phone: '525512345694' });
  const template = await ana.template('Hello');
  await ana.send(template, to('5512345694'));
  await expect.poll(async () => (await ana.records({ direction: 'inbound' })).length, soon).toBe(1);
  const { data } = await server.ask('POST', '/admin/cdp/customer/erase', {
    token: ana.who.token,
    body: { id: customerId, reason: 'asked' },
  });
  expect(data.erased.sms).toBeGreaterThanOrEqual(2);
  const { rows } = await db.everyTenant('what is left', (tx) =>
    sql`select 1 from sms_message where tenant_id = ${ana.who.tenantId} union all select 1 from sms_opt_out where tenant_id = ${ana.who.tenantId} and number like '%5512345694%'`.execute(
      tx.as(),
    ),
  );
  expect(rows).toEqual([]);
  expect((await ana.send(template, to('5512345694'))).code).toBe(codeOf('smsOptedOut'));
});
