import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keptMessages } from './kept-messages.ts';

const noon = Date.UTC(2026, 10, 15, 12);

/** A file that is not there yet, in a folder that is not there either. */
function aFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'openseat-outbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'deeper', 'outbox.jsonl');
}

const aClock = (nowMs = noon) => ({ nowMs: () => nowMs });

test('nothing was sent, nothing is listed', async () => {
  expect(await keptMessages(aFile(), aClock()).outbox.list(10)).toEqual([]);
});

test('what was sent is listed, the newest first, with its moment in UTC', async () => {
  const { mail, sms, outbox } = keptMessages(aFile(), aClock());
  await mail.send({ to: 'ana@aurora.example', subject: '验证码', text: 'Line one\nline two' });
  await sms.send({ to: '+525512345678', text: 'Su código: 123456' });
  expect(await outbox.list(10)).toEqual([
    {
      id: noon + 1,
      channel: 'sms',
      to: '+525512345678',
      subject: '',
      text: 'Su código: 123456',
      at: '2026-11-15 12:00:00',
    },
    {
      id: noon,
      channel: 'mail',
      to: 'ana@aurora.example',
      subject: '验证码',
      text: 'Line one\nline two',
      at: '2026-11-15 12:00:00',
    },
  ]);
});

test('messages sent at once keep their order and their own numbers', async () => {
  const { sms, outbox } = keptMessages(aFile(), aClock());
  await Promise.all(Array.from({ length: 50 }, (_, n) => sms.send({ to: '+1', text: String(n) })));
  const list = await outbox.list(100);
  expect(list.map(({ text }) => Number(text))).toEqual(Array.from({ length: 50 }, (_, n) => 49 - n));
  expect(new Set(list.map(({ id }) => id)).size).toBe(50);
});

test('only as many as asked for are listed', async () => {
  const { sms, outbox } = keptMessages(aFile(), aClock());
  for (const text of ['one', 'two', 'three']) await sms.send({ to: '+1', text });
  expect((await outbox.list(2)).map(({ text }) => text)).toEqual(['three', 'two']);
});

test('they survive a restart, and numbers keep growing', async () => {
  const file = aFile();
  await keptMessages(file, aClock()).sms.send({ to: '+1', text: 'before' });
  const { sms, outbox } = keptMessages(file, aClock(noon + 5_000));
  await sms.send({ to: '+1', text: 'after' });
  const [after, before] = await outbox.list(10);
  expect([before?.text, after?.text]).toEqual(['before', 'after']);
  expect(after!.id).toBeGreaterThan(before!.id);
});

test('codes and links are for the owner of the file alone', async () => {
  const file = aFile();
  await keptMessages(file, aClock()).sms.send({ to: '+1', text: 'secret' });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(2);
});

test('a line that a crash cut off hides no other message', async () => {
  const file = aFile();
  await keptMessages(file, aClock()).sms.send({ to: '+1', text: 'whole' });
  appendFileSync(file, '{"channel":"sms","te');
  const { sms, outbox } = keptMessages(file, aClock(noon + 5_000));
  await sms.send({ to: '+1', text: 'next' });
  expect((await outbox.list(10)).map(({ text }) => text)).toEqual(['next', 'whole']);
});
