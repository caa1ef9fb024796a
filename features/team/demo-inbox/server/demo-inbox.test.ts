import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { failures } from '#shared/errors.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';

const AT = '/admin/saas_plat/demo';
const [demo, real] = [await testServer({ demo: true }), await testServer()];
const { db } = demo.world;
afterAll(() => Promise.all([demo.close(), real.close()]));

/** A tenant that came with the demo. */
async function aDemoTenant(): Promise<number> {
  const tenantId = await aTenant(db);
  await db.everyTenant('the demo', (tx) =>
    sql`insert into tenant_setting (tenant_id, name, value) values (${tenantId}, 'demo', '1')`.execute(tx.as()),
  );
  return tenantId;
}
const messages = async () => (await demo.ask<{ to: string; subject: string }[]>('GET', `${AT}/messages`)).data;

test('the demo shows what it would have sent, the newest first', async () => {
  const ana = await aMember(db, await aDemoTenant());
  await db.everyTenant('a phone', (tx) =>
    sql`update user_account set phone = '+525512345678' where id = ${ana.userId}`.execute(tx.as()),
  );
  await demo.world.mail.send({ to: ana.email, subject: 'First', text: 'Your code is 123456.' });
  await demo.world.sms!.send({ to: '+525512345678', text: 'Second' });
  expect(await messages()).toEqual([
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
      to: ana.email,
      subject: 'First',
      text: 'Your code is 123456.',
      at: expect.any(String),
    },
  ]);
});

test('the demo never shows a message for somebody who belongs elsewhere too, or nowhere', async () => {
  const [shown, real] = [await aDemoTenant(), await aTenant(db)];
  const outsider = await aMember(db, real);
  const both = await aMember(db, shown);
  await db.everyTenant('works elsewhere, too', (tx) =>
    sql`insert into member (tenant_id, user_id, nick_name) values (${real}, ${both.userId}, 'Both')`.execute(tx.as()),
  );
  for (const [tenantId, email] of [
    [shown, 'guest@aurora.example'],
    [real, 'guest@elsewhere.example'],
  ] as const)
    await db.everyTenant('an invitation', (tx) =>
      sql`insert into invitation (tenant_id, email, invited_by, token_hash, expires_at)
        values (${tenantId}, ${email}, 'Olga', ${Buffer.from(email)}, now() + interval '1 day')`.execute(tx.as()),
    );
  for (const to of [
    outsider.email,
    both.email,
    'guest@elsewhere.example',
    'stranger@x.example',
    'guest@aurora.example',
  ])
    await demo.world.mail.send({ to, subject: `For ${to}`, text: '123456' });
  const read = (await messages()).map(({ to }) => to);
  expect(read[0]).toBe('guest@aurora.example');
  for (const to of [outsider.email, both.email, 'guest@elsewhere.example', 'stranger@x.example'])
    expect(read).not.toContain(to);
});

test.each([
  ['passed on by a proxy', { 'x-forwarded-for': '198.51.100.7' }],
  ['said to come from this machine', { 'x-forwarded-for': '127.0.0.1' }],
  ['asked for by a public name', { host: 'seat.example' }],
])('the demo tells nothing of its messages and people to others: %s', async (_how, headers) => {
  for (const path of ['messages', 'people'])
    expect((await demo.ask('GET', `${AT}/${path}`, { headers })).code).toBe(failures.notFound.code);
});

test('the demo tells nothing of its messages and people to a peer of another address', async () => {
  for (const path of ['messages', 'people']) {
    const answer = await demo.built.http.inject({ url: `${AT}/${path}`, remoteAddress: '192.0.2.9' });
    expect(answer.json().code).toBe(failures.notFound.code);
  }
});

test('the demo shows at most fifty messages', async () => {
  const ana = await aMember(db, await aDemoTenant());
  for (let i = 0; i < 60; i += 1) await demo.world.mail.send({ to: ana.email, subject: `Mail ${i}`, text: '' });
  const data = await messages();
  expect(data).toHaveLength(50);
  expect(data[0]!.subject).toBe('Mail 59');
});

test('the demo names the people it came with, and nobody who joined since', async () => {
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
