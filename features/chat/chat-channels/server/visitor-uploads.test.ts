import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { openChatDesk } from '#features/chat/chat/server/index.ts';
import { failures } from '#shared/errors.ts';
import { testServer } from '#test/test-server.ts';
import { sweepDevices } from './visitor-devices.ts';
import { findHolder } from './visitor-lookup.ts';
import { aSiteAt } from './site.fixture.ts';

const MB = 1_048_576;
const server = await testServer({ uploadLimits: { visitorDayBytes: 2 * MB, tenantDayBytes: 3 * MB } });
const desk = openChatDesk(server.world);
afterAll(async () => {
  await desk.stop();
  await server.close();
});
const { db } = server.world;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A visitor who has written. */
async function aVisitor(site: Awaited<ReturnType<typeof aSiteAt>>, { writes = true } = {}) {
  const { token } = (await site.enter()).data;
  const guest = (await findHolder(db, token))!;
  if (writes) await desk.fromVisitor(guest, { client_id: crypto.randomUUID(), text: 'hello' });
  return { token, guest };
}

async function upload(token: string, bytes: Buffer | string, name = 'a.txt') {
  const form = new FormData();
  form.append('token', token);
  form.append('file', new File([bytes as never], name));
  const request = new Request('http://openseat.test', { method: 'POST', body: form });
  const answer = await server.built.http.inject({
    method: 'POST',
    url: '/home/api/chat/visitor/upload',
    headers: { 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return answer.json() as { code: number; data: { id: number; name: string; media_type: string; is_image: boolean } };
}
const fetchFile = (token: string, id: number) =>
  server.built.http.inject({ method: 'POST', url: `/home/api/chat/visitor/file/${id}`, payload: { token } });

test('[CHAT-08] files belong to a conversation that goes on: before it, and after its end, none is taken', async () => {
  const site = await aSiteAt(server);
  const { token, guest } = await aVisitor(site, { writes: false });
  expect((await upload(token, 'words')).code).toBe(failures.chatNotBegun.code);
  await desk.fromVisitor(guest, { client_id: crypto.randomUUID(), text: 'hello' });
  expect((await upload(token, 'words')).code).toBe(0);
  await desk.endByVisitor(guest);
  expect((await upload(token, 'words')).code).toBe(failures.chatNotBegun.code);
});

test('[CHAT-08] a visitor, and all visitors of a tenant, send so much in a day and no more, however many at once', async () => {
  const site = await aSiteAt(server);
  const one = 'x'.repeat(MB);
  const mei = await aVisitor(site);
  const codes = (await Promise.all([1, 2, 3].map(() => upload(mei.token, one)))).map(({ code }) => code);
  expect(codes.toSorted((a, b) => a - b)).toEqual([0, 0, failures.uploadsVisitor.code]);
  const noor = await aVisitor(site);
  expect((await upload(noor.token, one)).code).toBe(0);
  expect((await upload(noor.token, one)).code).toBe(failures.uploadsTenant.code);
  // Another tenant has a day of its own.
  expect((await upload((await aVisitor(await aSiteAt(server))).token, one)).code).toBe(0);
});

test('[CHAT-08] [ADMIN-02] with little room on the disk nobody uploads, and nothing of it is written', async () => {
  const mei = await aVisitor(await aSiteAt(server));
  const free = vi.spyOn(server.world.files, 'freeBytes').mockResolvedValue(5 * MB);
  const put = vi.spyOn(server.world.files, 'put');
  expect(await upload(mei.token, 'words')).toMatchObject({ code: failures.uploadsFull.code });
  expect(put).not.toHaveBeenCalled();
  free.mockRestore();
  expect((await upload(mei.token, 'words')).code).toBe(0);
});

test('[CHAT-07] a page that calls itself a picture is kept and sent as the text it is, to be saved', async () => {
  const mei = await aVisitor(await aSiteAt(server));
  const page = (await upload(mei.token, '<html><script>alert(1)</script></html>', 'photo.jpg')).data;
  expect(page).toMatchObject({ name: 'photo.jpg.txt', media_type: 'text/plain', is_image: false });
  const answer = await fetchFile(mei.token, page.id);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'content-disposition': expect.stringMatching(/^attachment; filename="photo\.jpg\.txt"/),
  });
  const picture = (await upload(mei.token, PNG, 'photo.jpg')).data;
  expect(picture).toMatchObject({ name: 'photo.jpg.png', media_type: 'image/png', is_image: true });
});

test('[CHAT-08] a token opens nothing in an address, and ends when its device stays away or grows old', async () => {
  const site = await aSiteAt(server);
  const mei = await aVisitor(site);
  const { id } = (await upload(mei.token, 'words')).data;
  expect((await fetchFile(mei.token, id)).statusCode).toBe(200);
  const inAddress = `/home/api/chat/visitor/file/${id}?token=${mei.token}`;
  expect((await server.built.http.inject({ method: 'GET', url: inAddress })).statusCode).toBe(404);

  const age = (column: 'used_at' | 'created_at', days: number) =>
    db.everyTenant('time passes', (tx) =>
      sql`update chat_visitor_device set ${sql.ref(column)} = now() - ${days} * interval '1 day' where visitor_id = ${mei.guest.visitorId}`.execute(
        tx.as(),
      ),
    );
  await age('used_at', 29);
  expect(await findHolder(db, mei.token)).not.toBeNull();
  // It came: the days begin anew.
  await age('created_at', 179);
  expect(await findHolder(db, mei.token)).not.toBeNull();
  await age('created_at', 181);
  expect(await findHolder(db, mei.token)).toBeNull();
  await age('created_at', 40);
  await age('used_at', 31);
  expect(await findHolder(db, mei.token)).toBeNull();
  expect((await site.enter({ token: mei.token })).data.token).not.toBe(mei.token);
  await sweepDevices(db).run({} as never);
  const { rows } = await db.pool.query('select 1 from chat_visitor_device where visitor_id = $1', [
    mei.guest.visitorId,
  ]);
  expect(rows).toEqual([]);
});
