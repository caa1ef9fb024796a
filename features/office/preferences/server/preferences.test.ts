import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { timeZoneOfId } from '#features/office/regions/server/index.ts';
import { aMember, aSession, aTenant, type Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;

const stored = async ({ userId }: Member) => {
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql<{
      language: string;
      time_zone: string;
      theme: string;
    }>`select language, time_zone, theme from user_account where id = ${userId}`.execute(tx.as()),
  );
  return rows[0]!;
};
const pushed = async ({ tenantId, userId }: Member) => {
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql<{
      kind: string;
      body: object;
    }>`select kind, body from realtime_event where tenant_id = ${tenantId} and user_id = ${userId}
      union all select kind, body from outbox where tenant_id = ${tenantId} and user_id = ${userId}`.execute(tx.as()),
  );
  return rows;
};
const countries = async (token: string) =>
  (await server.ask('GET', '/admin/saas_plat/country', { token })).data as { iso2: string; name: string }[];

test('[SHELL-01] [API-04] the language is stored per person, written with an underscore on the wire', async () => {
  const ana = await aMember(db, await aTenant(db));
  const { code, data } = await server.ask('POST', '/admin/saas_plat/user/switchLanguage', {
    token: ana.token,
    body: { lang: 'zh_CN' },
  });
  expect({ code, data }).toEqual({ code: 0, data: { lang: 'zh_CN' } });
  expect((await stored(ana)).language).toBe('zh-CN');
  expect(await pushed(ana)).toEqual([{ kind: 'preferences.changed', body: { lang: 'zh_CN' } }]);
});

test('[SHELL-01] another session of the same person speaks the new language at once', async () => {
  const ana = await aMember(db, await aTenant(db));
  const other = await aSession(db, ana);
  const germany = async () => (await countries(other.token)).find(({ iso2 }) => iso2 === 'DE')!.name;
  expect(await germany()).toBe('Germany');
  await server.ask('POST', '/admin/saas_plat/user/switchLanguage', { token: ana.token, body: { lang: 'es_MX' } });
  await expect.poll(germany).toBe('Alemania');
});

test('[SHELL-02] [API-04] the time zone is stored by the id of the list', async () => {
  const ana = await aMember(db, await aTenant(db));
  const zones = (await server.ask('GET', '/admin/saas_plat/timeZone', { token: ana.token })).data as {
    id: number;
    time_zone: string;
  }[];
  const { id } = zones.find(({ time_zone }) => time_zone === 'Asia/Jakarta')!;
  const answer = await server.ask('POST', '/admin/saas_plat/user/switchTimeZone', {
    token: ana.token,
    body: { time_zone_id: id },
  });
  expect(answer).toMatchObject({ code: 0, data: { time_zone_id: id, timeZone: 'Asia/Jakarta' } });
  expect((await stored(ana)).time_zone).toBe('Asia/Jakarta');
});

test('the theme is stored, and the change stands in the operation log with what it was', async () => {
  const ana = await aMember(db, await aTenant(db), { name: 'Ana' });
  await server.ask('PUT', '/admin/saas_plat/user/theme', { token: ana.token, body: { theme: 'dark' } });
  expect((await stored(ana)).theme).toBe('dark');
  const { rows } = await db.tenant(ana.caller(), (tx) =>
    sql`select module, action, user_name, change from operation_log`.execute(tx.as()),
  );
  expect(rows).toEqual([
    {
      module: 'preferences',
      action: 'switchTheme',
      user_name: 'Ana',
      change: { before: { theme: 'system' }, after: { theme: 'dark' } },
    },
  ]);
});

test('[CALL-02] what rings is kept for the person, follows them to another computer, and is told to their open pages', async () => {
  const ana = await aMember(db, await aTenant(db));
  const elsewhere = await aSession(db, ana);
  const rings = async (token: string) => (await server.ask('GET', '/admin/saas_plat/user/ringtone', { token })).data;
  expect(await rings(ana.token)).toEqual({ ringtone: 'rising' });
  const answer = await server.ask('PUT', '/admin/saas_plat/user/ringtone', {
    token: ana.token,
    body: { ringtone: 'marimba' },
  });
  expect(answer).toMatchObject({ code: 0, data: { ringtone: 'marimba' } });
  expect(await rings(elsewhere.token)).toEqual({ ringtone: 'marimba' });
  expect(await pushed(ana)).toEqual([{ kind: 'preferences.changed', body: { ringtone: 'marimba' } }]);
  expect(
    (await server.ask('PUT', '/admin/saas_plat/user/ringtone', { token: ana.token, body: { ringtone: 'siren' } })).code,
  ).toBe(400);
  await db.everyTenant('an older version stored it', (tx) =>
    sql`update user_account set ringtone = 'gone' where id = ${ana.userId}`.execute(tx.as()),
  );
  expect(await rings(ana.token)).toEqual({ ringtone: 'rising' });
});

test('what is no language, zone or theme is refused and changes nothing', async () => {
  const ana = await aMember(db, await aTenant(db));
  const before = await stored(ana);
  const answers = await Promise.all([
    server.ask('POST', '/admin/saas_plat/user/switchLanguage', { token: ana.token, body: { lang: 'fr_FR' } }),
    server.ask('POST', '/admin/saas_plat/user/switchLanguage', { token: ana.token, body: {} }),
    server.ask('POST', '/admin/saas_plat/user/switchTimeZone', { token: ana.token, body: { time_zone_id: 0 } }),
    server.ask('PUT', '/admin/saas_plat/user/theme', { token: ana.token, body: { theme: 'pink' } }),
  ]);
  expect(answers.map(({ code }) => code)).toEqual([400, 400, 400, 400]);
  expect(
    (
      await server.ask('POST', '/admin/saas_plat/user/switchTimeZone', {
        token: ana.token,
        body: { time_zone_id: 99_999 },
      })
    ).code,
  ).toBe(404);
  expect((await server.ask('PUT', '/admin/saas_plat/user/theme', { body: { theme: 'dark' } })).code).toBe(401);
  expect(await stored(ana)).toEqual(before);
  expect(timeZoneOfId(99_999)).toBeNull();
});

test('[API-03] no tenant can change the choices of a person who is not its member', async () => {
  const [ana, noor] = [await aMember(db, await aTenant(db)), await aMember(db, await aTenant(db))];
  const foreign = db.tenant(ana.caller(), (tx) =>
    sql`select set_preference(${noor.userId}, 'theme', 'dark')`.execute(tx.as()),
  );
  await expect(foreign).rejects.toThrow(/not a member/);
  expect((await stored(noor)).theme).toBe('system');
});
