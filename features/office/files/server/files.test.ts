import type { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testServer, type TestServer } from '#test/test-server.ts';
import { Failure } from '#shared/errors.ts';
import { UPLOAD_MAX_BYTES } from '../contract.ts';
import { openFile, storeFile } from './index.ts';

// A busy machine may be slow; nothing here waits without end.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Whether there are bytes under a key, without reading them. */
async function hasBytes(key: string): Promise<boolean> {
  const found = await server.world.files.get(key);
  if (found) (found.content as Readable).on('error', () => {}).destroy();
  return found !== null;
}

async function upload(member: Member, name: string, bytes: Buffer | string, purpose = 'attachment') {
  const form = new FormData();
  form.append('purpose', purpose);
  form.append('file', new File([bytes as never], name));
  const request = new Request('http://openseat.test', { method: 'POST', body: form });
  const answer = await server.built.http.inject({
    method: 'POST',
    url: '/admin/saas_plat/file/upload',
    headers: { authorization: `Bearer ${member.token}`, 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return answer.json() as {
    code: number;
    data: { id: number; name: string; mediaType: string; bytes: number; url: string };
  };
}

const get = (member: Member, id: number) =>
  server.built.http.inject({
    url: `/admin/saas_plat/file/${id}`,
    headers: { authorization: `Bearer ${member.token}` },
  });
const remove = (member: Member, id: number) =>
  server.ask('DELETE', `/admin/saas_plat/centralized_file/${id}`, { token: member.token });
const aPerson = async (functions: string[] = []) =>
  aMember(server.world.db, await aTenant(server.world.db), { functions });

test('[ADMIN-02] an uploaded picture comes back as it was, shown inline under a safe policy', async () => {
  const ana = await aPerson();
  const { code, data } = await upload(ana, 'foto ñ.png', PNG);
  expect({ code, data }).toMatchObject({
    code: 0,
    data: { name: 'foto ñ.png', mediaType: 'image/png', bytes: PNG.length },
  });
  const answer = await server.built.http.inject({ url: data.url, headers: { authorization: `Bearer ${ana.token}` } });
  expect(answer.rawPayload.equals(PNG)).toBe(true);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  expect(answer.headers['content-disposition']).toMatch(/^inline; .*filename\*=UTF-8''foto%20%C3%B1\.png/);
});

test('[ADMIN-02] what a file is, is decided by its bytes, and only pictures are shown in the page', async () => {
  const ana = await aPerson();
  const page = await upload(ana, 'picture.png', '<html><script>alert(1)</script></html>');
  expect(page.data.mediaType).toBe('text/plain');
  expect((await get(ana, page.data.id)).headers['content-disposition']).toMatch(/^attachment;/);
  expect((await upload(ana, 'list.csv', 'name,phone\r\nZoë,555')).data.mediaType).toBe('text/csv');
  expect(
    (await upload(ana, 'drawing.svg', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')).code,
  ).toBe(20401);
  expect((await upload(ana, 'program.png', Buffer.from('7f454c4602010100', 'hex'))).code).toBe(20401);
});

test('[ADMIN-02] a file of 20 MB is taken, one byte more is refused', async () => {
  const ana = await aPerson();
  const wav = (bytes: number) => {
    const sound = Buffer.alloc(bytes);
    sound.write('RIFF', 0);
    sound.writeUInt32LE(bytes - 8, 4);
    sound.write('WAVEfmt ', 8);
    return sound;
  };
  expect((await upload(ana, 'greeting.wav', wav(UPLOAD_MAX_BYTES), 'sound')).data).toMatchObject({
    mediaType: 'audio/wav',
    bytes: UPLOAD_MAX_BYTES,
  });
  expect((await upload(ana, 'greeting.wav', wav(UPLOAD_MAX_BYTES + 1), 'sound')).code).toBe(413);
});

test('[API-03] another tenant neither reads nor deletes a file', async () => {
  const [ana, noor] = [await aPerson(), await aPerson(['files.edit'])];
  const { data } = await upload(ana, 'a.png', PNG);
  expect((await get(noor, data.id)).statusCode).toBe(404);
  expect((await remove(noor, data.id)).code).toBe(404);
  expect((await server.ask('GET', '/admin/saas_plat/centralized_file/page', { token: noor.token })).data).toEqual({
    list: [],
    total: 0,
  });
});

test('a colleague opens shared files but not those meant for their owner alone', async () => {
  const ana = await aPerson();
  const budi = await aMember(server.world.db, ana.tenantId);
  const shared = await upload(ana, 'a.png', PNG, 'avatar');
  const own = await upload(ana, 'customers.csv', 'a,b', 'import');
  expect((await get(budi, shared.data.id)).statusCode).toBe(200);
  expect((await get(budi, own.data.id)).statusCode).toBe(404);
});

test('a file another feature keeps does not leave by this route, not even to its owner', async () => {
  const ana = await aPerson(['files.edit']);
  const { id } = await storeFile(server.world, ana.caller(), {
    purpose: 'export',
    name: 'x.csv',
    mediaType: 'text/csv',
    content: [Buffer.from('x')] as never,
  });
  expect((await get(ana, id)).statusCode).toBe(404);
  expect((await remove(ana, id)).code).toBe(404);
});

test('[ADMIN-02] deleting needs to be the owner or the key files.edit, and takes the bytes along', async () => {
  const ana = await aPerson();
  const budi = await aMember(server.world.db, ana.tenantId);
  const sofia = await aMember(server.world.db, ana.tenantId, { functions: ['files.edit'] });
  const [first, second] = [(await upload(ana, 'a.png', PNG)).data, (await upload(ana, 'b.png', PNG)).data];
  const keys = (
    await server.world.db.pool.query<{ key: string }>('select key from stored_file where id = any($1)', [
      [first.id, second.id],
    ])
  ).rows;
  expect((await remove(budi, first.id)).code).toBe(403);
  expect((await remove(ana, first.id)).code).toBe(0);
  expect((await remove(sofia, second.id)).code).toBe(0);
  expect((await get(ana, first.id)).statusCode).toBe(404);
  await vi.waitFor(async () => {
    for (const { key } of keys) expect(await hasBytes(key)).toBe(false);
  }, 10_000);
  expect((await remove(ana, first.id)).code).toBe(404);
});

test('a file whose row could not be written leaves no bytes', async () => {
  const ana = await aPerson();
  const put = vi.spyOn(server.world.files, 'put');
  await expect(
    storeFile(server.world, ana.caller(), {
      purpose: 'export',
      name: 'x',
      mediaType: 'text/csv',
      content: [Buffer.from('x')] as never,
      within: () => Promise.reject(new Error('no')),
    }),
  ).rejects.toThrow('no');
  expect(await hasBytes(put.mock.lastCall![0])).toBe(false);
});

test('a part of a file can be read', async () => {
  const ana = await aPerson();
  const { id } = await storeFile(server.world, ana.caller(), {
    purpose: 'recording',
    name: 'x',
    mediaType: 'audio/wav',
    content: [Buffer.from('0123456789')] as never,
  });
  const { bytes, content } = await openFile(server.world, ana, id, { from: 2, to: 4 });
  expect([bytes, Buffer.concat(await content.toArray()).toString()]).toEqual([10, '234']);
});

test('a part of a file leaves by the same route, for players and for downloads that go on', async () => {
  const ana = await aPerson();
  const { data } = await upload(ana, 'words.txt', '0123456789'.repeat(20_000));
  const answer = await server.built.http.inject({
    url: data.url,
    headers: { authorization: `Bearer ${ana.token}`, range: 'bytes=131072-131077' },
  });
  expect([answer.statusCode, answer.payload, answer.headers['content-range']]).toEqual([
    206,
    '234567',
    'bytes 131072-131077/200000',
  ]);
});

test('a file that is damaged, or not the one that was kept, is told and not served', async () => {
  const ana = await aPerson();
  const { data } = await upload(ana, 'words.txt', 'the words');
  await server.world.db.pool.query('update stored_file set bytes = bytes + 1 where id = $1', [data.id]);
  for (const headers of [{}, { range: 'bytes=0-3' }]) {
    const answer = await server.built.http.inject({
      url: data.url,
      headers: { authorization: `Bearer ${ana.token}`, ...headers },
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([500, { code: 20406 }]);
  }
});

test('what does not fit into the plan is refused before a byte of it is kept', async () => {
  const ana = await aPerson();
  await server.world.db.pool.query('insert into tenant_plan (tenant_id, storage_bytes) values ($1, 100)', [
    ana.tenantId,
  ]);
  const put = vi.spyOn(server.world.files, 'put');
  expect((await upload(ana, 'a.txt', 'x'.repeat(101))).code).toBe(24506);
  expect(put).not.toHaveBeenCalled();
  put.mockRestore();
  expect((await upload(ana, 'a.txt', 'x'.repeat(100))).code).toBe(0);
});

test('while files are away nothing is kept, and it is said', async () => {
  const ana = await aPerson();
  const put = vi.spyOn(server.world.files, 'put').mockRejectedValueOnce(new Failure('filesAway'));
  expect(await upload(ana, 'a.txt', 'words')).toMatchObject({ code: 20407 });
  put.mockRestore();
  const { rows } = await server.world.db.pool.query('select 1 from stored_file where tenant_id = $1', [ana.tenantId]);
  expect(rows).toEqual([]);
});

test('[API-01] bad input is refused: no file, an unknown purpose, no sign-in', async () => {
  const ana = await aPerson();
  expect((await upload(ana, 'a.png', PNG, 'export')).code).toBe(400);
  expect((await server.ask('POST', '/admin/saas_plat/file/upload', { token: ana.token, body: {} })).code).toBe(400);
  expect((await server.ask('GET', '/admin/saas_plat/file/1')).code).toBe(401);
  expect((await server.ask('GET', '/admin/saas_plat/centralized_file/page', { token: ana.token })).code).toBe(403);
});
