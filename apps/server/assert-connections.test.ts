import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testDb } from '#test/test-db.ts';
import { assertConnections } from './assert-connections.ts';
import { BadSetting } from './config.ts';

const { url, close } = await testDb();
afterAll(close);

const direct = new URL(url);
direct.search = '';
// How many others are connected just now is not ours to say.
const log = { warn() {} };

test('a pool that fits is nothing to speak of, one that never does ends the start with a word', async () => {
  await assertConnections(direct.href, 10, log);
  await expect(assertConnections(direct.href, 1_000, log)).rejects.toThrow(/raise max_connections.*DATABASE_POOL/);
  await expect(assertConnections(direct.href, 1_000, log)).rejects.toBeInstanceOf(BadSetting);
});

test('something in between that drops what connections ask for is refused before anything is written', async () => {
  // As a pooler does that is told to ignore it: the wish arrives under a name nobody knows.
  const [asked, dropped] = ['statement_timeout', 'openseat.xtimeout'].map((name) => Buffer.from(name));
  const between = createServer((near) => {
    const far = connect(Number(direct.port), direct.hostname);
    near.once('data', (first: Buffer) => {
      const at = first.indexOf(asked!);
      if (at >= 0) dropped!.copy(first, at);
      far.write(first);
      near.pipe(far);
    });
    far.pipe(near);
    for (const end of [near, far]) end.on('error', () => {});
  });
  between.listen(0, '127.0.0.1');
  await once(between, 'listening');
  onTestFinished(() => void between.close());
  const through = new URL(direct.href);
  through.port = String((between.address() as AddressInfo).port);
  await expect(assertConnections(through.href, 10, log)).rejects.toThrow(/pooler/);
});
