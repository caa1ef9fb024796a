import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { aChatHouse } from '#features/chat/chat/server/chat.fixture.ts';
import { isLeaseLost } from '#platform/server/leases/lease.ts';
import { openLeases } from '#platform/server/leases/open-lease.ts';
import { openLog } from '#platform/server/log.ts';
import { testDb } from '#test/test-db.ts';
import { openMailboxLedger } from './mailbox-ledger.ts';

let opened: Awaited<ReturnType<typeof testDb>>;
beforeAll(async () => void (opened = await testDb()));
afterAll(() => opened.close());

/** A process that reads mailboxes. */
function aReader() {
  const leases = openLeases({ db: opened.db, log: openLog('silent') });
  onTestFinished(() => leases.stop());
  return { leases, ledger: openMailboxLedger(opened.db, leases) };
}
async function aMailbox() {
  const { tenantId, channelId } = await aChatHouse(opened.db);
  return { ...aReader(), box: { tenantId, channelId } };
}
const [one, other] = [randomUUID(), randomUUID()];
const LONG_MS = 60_000;
const change = (words: ReturnType<typeof sql>) => opened.db.everyTenant('time passes', (tx) => words.execute(tx.as()));
// oxlint-disable-next-line vitest/require-awaited-expect-poll -- whoever calls it awaits it.
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 10_000, interval: 20 });

describe('who reads a mailbox', () => {
  test('whoever came first, as long as its process lives; then whoever asks', async () => {
    const { ledger, leases, box } = await aMailbox();
    const elsewhere = aReader().ledger;
    expect(await ledger.hold(box, one, LONG_MS)).toBe(true);
    expect(await elsewhere.hold(box, other, LONG_MS)).toBe(false);
    expect(await ledger.hold(box, other, LONG_MS)).toBe(false);
    expect(await ledger.hold(box, one, LONG_MS)).toBe(true);
    await leases.stop();
    await soon(() => elsewhere.hold(box, other, LONG_MS)).toBe(true);
    await expect(ledger.keep(box, { uidValidity: '1', uid: 1, notBeforeMs: 0 })).rejects.toSatisfy(isLeaseLost);
    await expect(ledger.remember(box, '<a@mail.example>')).rejects.toSatisfy(isLeaseLost);
    await elsewhere.keep(box, { uidValidity: '1', uid: 2, notBeforeMs: 0 });
    expect(await ledger.place(box)).toMatchObject({ uid: 2 });
  });
  test('of many who ask at once, one', async () => {
    const { box, ledger } = await aMailbox();
    const readers = [ledger, aReader().ledger, aReader().ledger];
    const asked = [...readers, ...readers].map((reader) => reader.hold(box, randomUUID(), LONG_MS));
    expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(1);
  });
  test('who lets go makes room, and nobody lets go for another', async () => {
    const { ledger, box } = await aMailbox();
    const elsewhere = aReader().ledger;
    await ledger.hold(box, one, LONG_MS);
    await ledger.release(box, other);
    await elsewhere.release(box, one);
    expect(await elsewhere.hold(box, other, LONG_MS)).toBe(false);
    await ledger.release(box, one);
    expect(await elsewhere.hold(box, other, LONG_MS)).toBe(true);
  });
  test('nobody holds the mailbox of another tenant', async () => {
    const [mine, theirs] = [await aMailbox(), await aMailbox()];
    const box = { tenantId: mine.box.tenantId, channelId: theirs.box.channelId };
    expect(await mine.ledger.hold(box, one, LONG_MS)).toBe(false);
  });
});

describe('how far it was read', () => {
  test('nowhere at first, then where it was kept', async () => {
    const { ledger, box } = await aMailbox();
    await ledger.hold(box, one, LONG_MS);
    expect(await ledger.place(box)).toBe(null);
    const place = { uidValidity: '18446744073709551615', uid: 4_294_967_295, notBeforeMs: Date.UTC(2026, 10, 8) };
    await ledger.keep(box, place);
    expect(await ledger.place(box)).toEqual({ ...place, keptAtMs: expect.closeTo(Date.now(), -5) });
  });
  test('mails that were taken are known, in this mailbox alone', async () => {
    const [{ ledger, box }, { box: elsewhere }] = [await aMailbox(), await aMailbox()];
    await ledger.hold(box, one, LONG_MS);
    await ledger.remember(box, '<a@mail.example>');
    await ledger.remember(box, '<a@mail.example>');
    expect(await ledger.known(box, ['<a@mail.example>', '<b@mail.example>'])).toEqual(new Set(['<a@mail.example>']));
    expect(await ledger.known(elsewhere, ['<a@mail.example>'])).toEqual(new Set());
    expect(await ledger.known(box, [])).toEqual(new Set());
  });
  test('they are forgotten after a month, but not while they are compared with', async () => {
    const { ledger, box } = await aMailbox();
    await ledger.hold(box, one, LONG_MS);
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
