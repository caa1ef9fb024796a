import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aTenant } from '#test/builders.ts';
import { resetByOperator } from './operator-reset.ts';
import { factorServer } from './second-factor.fixture.ts';

let server: Awaited<ReturnType<typeof factorServer>>;
beforeAll(async () => {
  server = await factorServer();
});
afterAll(() => server.close());

test('[ADMIN-01] the operator helps in again who belongs to several teams; the person and every team learn of it', async () => {
  const ana = await server.person({ isOwner: true });
  const there = await aTenant(server.db);
  await server.db.everyTenant('a second team', (tx) =>
    sql`insert into member (tenant_id, user_id, nick_name) values (${there}, ${ana.userId}, 'Ana')`.execute(tx.as()),
  );
  const reset = (email: string) => resetByOperator(server.db, email, 'https://seat.example');
  expect(await reset(ana.email)).toBe('none');
  await server.enrol(ana.token);
  expect((await server.signIn(ana.email)).secondStep).toBeTruthy();
  expect(await reset('nobody@seat.example')).toBe('unknown');
  const payloads: string[] = [];
  const stop = await server.db.listen('session', (payload) => payloads.push(payload));
  expect(await reset(` ${ana.email.toUpperCase()}`)).toBe('done');
  // Sessions that run hear of it, in whichever process.
  await expect.poll(() => payloads).toContain(`user:${ana.userId}`);
  stop();
  expect((await server.signIn(ana.email)).token).toBeTruthy();
  await server.letter(ana.email, /Whoever runs this installation removed all second factors/);
  const { rows } = await server.db.everyTenant('looks', (tx) =>
    sql<{ tenant_id: number; target: string; user_name: string }>`
      select tenant_id, target, user_name from operation_log where action = 'operatorReset' order by tenant_id`.execute(
      tx.as(),
    ),
  );
  expect(rows).toEqual(
    [ana.tenantId, there].map((tenant_id) => ({
      tenant_id,
      target: ana.email,
      user_name: 'npm run reset-second-factor',
    })),
  );
  const { data } = await server.ask('POST', server.at('operLog/page'), {
    token: ana.token,
    body: { module: 'second-factor', size: 50 },
  });
  expect(data.list.map(({ action }: { action: string }) => action)).toContain('operatorReset');
});
