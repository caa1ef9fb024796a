import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aChatHouse } from '#features/chat/chat/server/chat.fixture.ts';
import { testDb } from '#test/test-db.ts';
import { openMailboxLedger } from './mailbox-ledger.ts';

let opened: Awaited<ReturnType<typeof testDb>>;
beforeAll(async () => void (opened = await testDb()));
afterAll(() => opened.close());

async function aMailbox() {
  const { tenantId, channelId } = await aChatHouse(opened.db);
  return { ledger: openMailboxLedger(opened.db), box: { tenantId, channelId } };
}
const [one, other] = [randomUUID(), randomUUID()];
const change = (words: ReturnType<typeof sql>) => opened.db.everyTenant('time passes', (tx) => words.execute(tx.as()));

describe('who reads a mailbox', () => {
  test('whoever came first, for as long as it says so; then whoever asks', async () => {
    const { ledger, box } = await aMailbox();
    expect(await ledger.hold(box, one, 60_000)).toBe(true);
    expect(await ledger.hold(box, other, 60_000)).toBe(false);
    expect(await ledger.hold(box, one, 60_000)).toBe(true);
    await change(
      sql`update chat_mailbox set held_until = now() - interval '1 second' where channel_id = ${box.channelId}`,
    );
    expect(await ledger.hold(box, other, 60_000)).toBe(true);
    expect(await ledger.hold(box, one, 60_000)).toBe(false);
  });
  test('of many who ask at once, one', async () => {
    const { ledger, box } = await aMailbox();
    const held = await Promise.all(Array.from({ length: 8 }, () => ledger.hold(box, randomUUID(), 60_000)));
    expect(held.filter(Boolean)).toHaveLength(1);
  });
  test('who lets go makes room, and nobody lets go for another', async () => {
    const { ledger, box } = await aMailbox();
    await ledger.hold(box, one, 60_000);
    await ledger.release(box, other);
    expect(await ledger.hold(box, other, 60_000)).toBe(false);
    await ledger.release(box, one);
    expect(await ledger.hold(box, other, 60_000)).toBe(true);
  });
  test('nobody holds the mailbox of another tenant', async () => {
    const [mine, theirs] = [await aMailbox(), await aMailbox()];
    expect(await mine.ledger.hold({ tenantId: mine.box.tenantId, channelId: theirs.box.channelId }, one, 60_000)).toBe(
      false,
    );
  });
});

describe('how far it was read', () => {
  test('nowhere at first, then where it was kept', async () => {
    const { ledger, box } = await aMailbox();
    await ledger.hold(box, one, 60_000);
    expect(await ledger.place(box)).toBe(null);
    const place = { uidValidity: '18446744073709551615', uid: 4_294_967_295, notBeforeMs: Date.UTC(2026, 10, 8) };
    await ledger.keep(box, place);
    expect(await ledger.place(box)).toEqual({ ...place, keptAtMs: expect.closeTo(Date.now(), -5) });
  });
  test('mails that were taken are known, in this mailbox alone', async () => {
    const [{ ledger, box }, { box: elsewhere }] = [await aMailbox(), await aMailbox()];
    await ledger.remember(box, '<a@mail.example>');
    await ledger.remember(box, '<a@mail.example>');
    expect(await ledger.known(box, ['<a@mail.example>', '<b@mail.example>'])).toEqual(new Set(['<a@mail.example>']));
    expect(await ledger.known(elsewhere, ['<a@mail.example>'])).toEqual(new Set());
    expect(await ledger.known(box, [])).toEqual(new Set());
  });
  test('they are forgotten after a month, but not while they are compared with', async () => {
    const { ledger, box } = await aMailbox();
    await ledger.hold(box, one, 60_000);
    await ledger.remember(box, '<a@mail.example>');
    await change(
      sql`update chat_mail_taken set taken_at = now() - interval '40 days' where channel_id = ${box.channelId}`,
    );
    await ledger.keep(box, { uidValidity: '2', uid: 1, notBeforeMs: Date.now() - 50 * 86_400_000 });
    expect((await ledger.known(box, ['<a@mail.example>'])).size).toBe(1);
    await ledger.keep(box, { uidValidity: '2', uid: 1, notBeforeMs: 0 });
    expect((await ledger.known(box, ['<a@mail.example>'])).size).toBe(0);
  });
});
