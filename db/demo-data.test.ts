import { expect, test } from 'vitest';
import { demoServer } from '#test/demo-server.ts';

const { server, signedIn } = await demoServer();

const owners = ['owner@aurora.example', 'owner@borealis.example'];

test.each(owners)(
  '%s starts with a free page, and finds two announcements that most have read and one for later',
  async (email) => {
    const { get, post } = await signedIn(email);
    expect(await get('/admin/saas_plat/announcements/effect')).toEqual([]);
    const data = await post('/admin/saas_plat/announcements/page');
    const statuses = data.list.map((one: { status: string }) => one.status);
    expect(statuses.toSorted()).toEqual(['inEffect', 'inEffect', 'scheduled']);
    const shares = data.list.map((one: { readers: number; audience: number }) => one.readers / one.audience);
    expect(Math.max(...shares)).toBeGreaterThanOrEqual(0.5);
    for (const one of data.list) expect([one.title_en, one.title_cn, one.content_en, one.content_cn]).not.toContain('');
  },
);

test('somebody still has announcements to read', async () => {
  const { get } = await signedIn('budi@aurora.example');
  expect(await get('/admin/saas_plat/announcements/effect')).toHaveLength(2);
});

test.each(owners)('%s reads two weeks of an unbroken operation log, all in words', async (email) => {
  const { get, post } = await signedIn(email);
  const data = await post('/admin/saas_plat/operLog/page', { size: 200 });
  const past = data.list.filter(
    (one: { at: string }) => one.at < new Date(Date.now() - 60_000).toISOString().replace('T', ' '),
  );
  expect(past.length).toBeGreaterThanOrEqual(55);
  for (const one of data.list) {
    expect(one.moduleName, one.module).not.toBe(one.module);
    expect(one.actionName, `${one.module}.${one.action}`).not.toBe(one.action);
  }
  expect(await get('/admin/saas_plat/operLog/verify')).toMatchObject({ intact: true });
});

test('working hours of the log are those of the tenant', async () => {
  const { post } = await signedIn('owner@aurora.example');
  const data = await post('/admin/saas_plat/operLog/page', {
    size: 200,
    to: new Date(Date.now() - 3_600_000).toISOString().slice(0, 19).replace('T', ' '),
  });
  for (const { at } of data.list) {
    const hour = Number(
      new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Mexico_City', hour: '2-digit', hourCycle: 'h23' }).format(
        new Date(`${at.replace(' ', 'T')}Z`),
      ),
    );
    expect(hour).toBeGreaterThanOrEqual(8);
    expect(hour).toBeLessThan(19);
  }
});

test('an export of the demo can be opened, and an old one has expired', async () => {
  const { get, token } = await signedIn('owner@aurora.example');
  const list = () => get('/cc/api/download/v1/list');
  await expect
    .poll(async () => (await list()).map((one: { status: number }) => one.status), { timeout: 20_000 })
    .toEqual([2, 3]);
  const [ready] = await list();
  const file = await server.built.http.inject({
    method: 'GET',
    url: ready.fileUrl,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(file.statusCode).toBe(200);
  expect(file.headers['content-disposition']).toContain('America-Mexico_City');
  expect(file.payload).toContain('Time,Person');
}, 30_000);

test.each(owners)('%s sees devices and problems of pages', async (email) => {
  const { get, post } = await signedIn(email);
  expect((await get('/cc/api/devices/v1/list')).length).toBeGreaterThan(0);
  expect((await post('/cc/api/frontLog/v1/page')).total).toBe(3);
});

test.each(owners)(
  '[SMS-03] %s finds weeks of messages to customers, with answers and what they cost',
  async (email) => {
    const { post } = await signedIn(email);
    const { list, total } = await post('/cc/api/sms/v1/record/page', { size: 50 });
    expect(total).toBeGreaterThanOrEqual(12);
    expect(list.some(({ direction }: { direction: string }) => direction === 'inbound')).toBe(true);
    for (const { customerId, cost, direction } of list) {
      expect(customerId).not.toBeNull();
      if (direction === 'outbound') expect(typeof cost).toBe('string');
    }
  },
);
