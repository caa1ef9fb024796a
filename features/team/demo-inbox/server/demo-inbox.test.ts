import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { failures } from '#shared/errors.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';

const [demo, real] = [await testServer({ demo: true }), await testServer()];
afterAll(() => Promise.all([demo.close(), real.close()]));

test('the demo shows what it would have sent, the newest first', async () => {
  await demo.world.mail.send({ to: 'a@aurora.example', subject: 'First', text: 'Your code is 123456.' });
  await demo.world.sms.send({ to: '+525512345678', text: 'Second' });
  const { data } = await demo.ask('GET', '/admin/saas_plat/demo/messages');
  expect(data).toEqual([
    {
      id: expect.any(Number),
      channel: 'sms',
      to: '+525512345678',
      subject: '',
      text: 'Second',
      at: expect.any(String),
    },
    {
      id: expect.any(Number),
      channel: 'mail',
      to: 'a@aurora.example',
      subject: 'First',
      text: 'Your code is 123456.',
      at: expect.any(String),
    },
  ]);
});

test('the demo shows at most fifty messages', async () => {
  for (let i = 0; i < 60; i += 1)
    await demo.world.mail.send({ to: 'a@aurora.example', subject: `Mail ${i}`, text: '' });
  const { data } = await demo.ask<{ subject: string }[]>('GET', '/admin/saas_plat/demo/messages');
  expect(data).toHaveLength(50);
  expect(data[0]!.subject).toBe('Mail 59');
});

test('the demo names the people it came with, and nobody who joined since', async () => {
  const { db } = demo.world;
  const tenant = await aTenant(db, { name: 'Aurora Travel' });
  await aMember(db, await aTenant(db), { email: 'elsewhere@aurora.example' });
  await db.everyTenant('the demo', async (tx) => {
    await sql`update tenant set company_domain = 'aurora.example' where id = ${tenant}`.execute(tx.as());
    await sql`insert into tenant_setting (tenant_id, name, value) values (${tenant}, 'demo', '1')`.execute(tx.as());
  });
  await aMember(db, tenant, { name: 'Ana', email: 'ana@aurora.example' });
  await aMember(db, tenant, { name: 'Guest', email: 'guest@elsewhere.example' });
  const changed = await aMember(db, tenant, { name: 'Careful', email: 'careful@aurora.example' });
  await db.everyTenant('another password', (tx) =>
    sql`update user_account set password_changed_at = now() + interval '1 s' where id = ${changed.userId}`.execute(
      tx.as(),
    ),
  );
  const { data } = await demo.ask('GET', '/admin/saas_plat/demo/people');
  expect(data).toEqual([
    {
      email: 'ana@aurora.example',
      password: 'openseat-demo',
      name: 'Ana',
      tenantName: 'Aurora Travel',
      roleName: '',
      answersCalls: false,
    },
  ]);
});

test('a real installation shows nothing of either', async () => {
  await real.world.mail.send({ to: 'a@aurora.example', subject: 'Secret', text: '123456' });
  for (const path of ['messages', 'people']) {
    expect(await real.ask('GET', `/admin/saas_plat/demo/${path}`)).toMatchObject({
      code: failures.notFound.code,
      data: null,
    });
  }
});
