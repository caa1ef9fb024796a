import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { APP_SECRET, BUSINESS_ID, openCloudApi, TOKEN } from '#adapters/whatsapp-cloud/cloud-api.fixture.ts';
import { openTenantSecrets } from '#features/team/agents/server/index.ts';
import { aMember } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import type { ShownCarrierAccount } from '../contract.ts';
import { aWhatsappHouse } from './carriers.fixture.ts';
import { openSeals } from './sealed.ts';

vi.setConfig({ testTimeout: 30_000 });

const api = await openCloudApi();
const server = await testServer({ allowPrivate: true });
const { ask, world } = server;
afterAll(async () => {
  await server.close();
  await api.close();
});

const PATH = '/home/api/chat/carrier';
const listed = async (token: string) => (await ask<ShownCarrierAccount[]>('GET', PATH, { token })).data;

test('secrets of an account are kept sealed, told to nobody and written into no log; pages learn which are set', async () => {
  const { boss, tenantId, channelId } = await aWhatsappHouse(server, api);
  const [account] = await listed(boss.token);
  expect(account).toMatchObject({
    id: channelId,
    kind: 'whatsapp',
    secrets_set: ['access_token', 'app_secret'],
    whatsapp: { business_id: BUSINESS_ID },
    email: null,
  });
  const { rows } = await world.db.everyTenant('looks', (tx) =>
    sql<{ all: string; secret: Buffer }>`
    select (select string_agg(c::text, ' ') from chat_channel c where tenant_id = ${tenantId}) || coalesce((select string_agg(l::text, ' ') from operation_log l where tenant_id = ${tenantId}), '') "all", secret from chat_channel where id = ${channelId}`.execute(
      tx.as(),
    ),
  );
  for (const secret of [TOKEN, APP_SECRET]) {
    expect(JSON.stringify(account)).not.toContain(secret);
    expect(rows[0]!.all).not.toContain(secret);
    expect(rows[0]!.all).not.toContain(Buffer.from(secret).toString('hex'));
  }
  expect(rows[0]!.all).toContain('access_token');
});

test('a sealed secret opens for its own tenant and channel alone, and not when a byte was changed', async () => {
  const { tenantId, channelId } = await aWhatsappHouse(server, api);
  const other = await aWhatsappHouse(server, api);
  const seals = openSeals(openTenantSecrets(world.db));
  const sealed = await seals.seal(tenantId, channelId, { access_token: 'x' });
  expect(await seals.open(tenantId, channelId, sealed)).toEqual({ access_token: 'x' });
  await expect(seals.open(tenantId, channelId + 1, sealed)).rejects.toThrow();
  await expect(seals.open(other.tenantId, channelId, sealed)).rejects.toThrow();
  sealed[sealed.length - 1]! ^= 1;
  await expect(seals.open(tenantId, channelId, sealed)).rejects.toThrow();
});

test('a change keeps secrets that are not told; an account without its secrets is refused; a stale change too', async () => {
  const { boss, channelId, wish } = await aWhatsappHouse(server, api);
  expect(await ask('POST', PATH, { token: boss.token, body: wish({ secrets: { access_token: 'x' } }) })).toMatchObject({
    code: 22702,
  });
  expect(
    await ask('PUT', `${PATH}/${channelId}`, {
      token: boss.token,
      body: { ...wish({ name: 'Renamed', secrets: {} }), version: 1 },
    }),
  ).toMatchObject({ code: 0 });
  expect(
    await ask('PUT', `${PATH}/${channelId}`, { token: boss.token, body: { ...wish({ secrets: {} }), version: 1 } }),
  ).toMatchObject({ status: 409 });
  expect(await listed(boss.token)).toMatchObject([
    { name: 'Renamed', version: 2, secrets_set: ['access_token', 'app_secret'] },
  ]);
  expect(await ask('POST', `${PATH}/${channelId}/check`, { token: boss.token, body: {} })).toMatchObject({
    data: { problem: '' },
  });
});

test('the check says in a word what is wrong, and the list keeps it', async () => {
  const { boss, channelId, wish } = await aWhatsappHouse(server, api);
  const check = async () =>
    (await ask('POST', `${PATH}/${channelId}/check`, { token: boss.token, body: {} })).data.problem;
  const change = async (some: object) => {
    const [{ version }] = (await listed(boss.token)) as [ShownCarrierAccount];
    expect(
      await ask('PUT', `${PATH}/${channelId}`, { token: boss.token, body: { ...wish(some), version } }),
    ).toMatchObject({ code: 0 });
  };
  const settings = wish().whatsapp;
  await change({ secrets: { access_token: 'expired' } });
  expect(await check()).toBe('badToken');
  expect((await listed(boss.token))[0]).toMatchObject({ problem: 'badToken', contact_at: expect.any(String) });
  await change({ whatsapp: { ...settings, phone_number_id: '999999' } });
  expect(await check()).toBe('badNumber');
  await change({ whatsapp: { ...settings, business_id: '999999' } });
  expect(await check()).toBe('badBusiness');
  await change({ whatsapp: { ...settings, api_base: 'http://127.0.0.1:9' } });
  expect(await check()).toBe('unreachable');
  await change({});
  expect((await listed(boss.token))[0]!.problem).toBe('');
});

test('templates are read from the carrier and kept with the account', async () => {
  const { boss, channelId } = await aWhatsappHouse(server, api);
  expect((await ask('POST', `${PATH}/${channelId}/templates`, { token: boss.token, body: {} })).data).toEqual({
    count: 1,
    problem: '',
  });
  expect((await listed(boss.token))[0]!.whatsapp!.templates).toEqual([
    { name: 'order_update', language: 'en_US', body: 'Hello {{1}}, your order {{2}} is on its way.' },
  ]);
  api.setToken('another');
  expect((await ask('POST', `${PATH}/${channelId}/templates`, { token: boss.token, body: {} })).data).toEqual({
    count: 0,
    problem: 'badToken',
  });
  api.setToken(TOKEN);
  expect((await listed(boss.token))[0]!.whatsapp!.templates).toHaveLength(1);
});

test('whoever may only look sees neither the address nor the word of the webhook; others see nothing', async () => {
  const { tenantId, channelId, wish } = await aWhatsappHouse(server, api);
  const looker = await aMember(world.db, tenantId, { functions: ['chat-carriers.view'] });
  expect((await listed(looker.token))[0]!.hook).toBeNull();
  expect(
    await ask('PUT', `${PATH}/${channelId}`, { token: looker.token, body: { ...wish(), version: 1 } }),
  ).toMatchObject({ code: 403 });
  const stranger = await aWhatsappHouse(server, api);
  expect(await ask('POST', `${PATH}/${channelId}/check`, { token: stranger.boss.token, body: {} })).toMatchObject({
    code: 404,
  });
});

test('a channel of a carrier is no web page: its settings, secret and page are not those of a web channel', async () => {
  const { tenantId, channelId, groupId } = await aWhatsappHouse(server, api);
  const boss = await aMember(world.db, tenantId, { functions: ['chat-channels.view', 'chat-channels.edit'] });
  const channel = '/home/api/chat/channel';
  expect(
    await ask('PUT', `${channel}/${channelId}`, {
      token: boss.token,
      body: { name: 'x', group_id: groupId, settings: {}, version: 1 },
    }),
  ).toMatchObject({ code: 404 });
  expect(await ask('POST', `${channel}/${channelId}/secret`, { token: boss.token, body: {} })).toMatchObject({
    code: 404,
  });
});

test('[SHELL-16] a WhatsApp number that is set up is what a QR code of the header opens', async () => {
  const { tenantId, boss } = await aWhatsappHouse(server, api);
  const member = await aMember(world.db, tenantId);
  const { data } = await ask<{ kind: string; address: string }[]>('GET', '/home/api/chat/entries', {
    token: member.token,
  });
  expect(data.map(({ kind, address }) => [kind, address.replace(/c-[0-9a-f-]+$/, '…')])).toEqual([
    ['whatsapp', 'https://wa.me/15550100'],
    ['web', 'http://openseat.test/c/…'],
  ]);
  expect(boss.tenantId).toBe(tenantId);
});
