import { expect, test } from 'vitest';
import { legId } from '#core/telephony/telephony.port.ts';
import { exchangeNode } from './exchange-node.ts';
import { LegBook, newAriLeg } from './leg-book.ts';

const node = exchangeNode({
  name: 'a',
  ari: { url: 'http://127.0.0.1:9/ari', user: 'u', secret: 's' },
  ami: { host: '127.0.0.1', port: 9, user: 'u', secret: 's' },
  recordingsFolder: '/spool',
});
const aLeg = (id: string) =>
  newAriLeg({
    id: legId(id),
    channel: id,
    application: 'os-1',
    node,
    made: 'rung',
    account: null,
    line: null,
    sinceMs: 0,
  });

test('what is done to legs that stand together is done in turn, and others do not wait', async () => {
  const book = new LegBook();
  const [a, b, c] = [aLeg('a'), aLeg('b'), aLeg('c')];
  const story: string[] = [];
  let release = (): void => {};
  const first = book.inTurn(
    [a, b],
    () =>
      new Promise<void>((resolve) => {
        release = () => {
          story.push('a and b');
          resolve();
        };
      }),
  );
  const second = book.inTurn([b], async () => void story.push('b'));
  await book.inTurn([c], async () => void story.push('c'));
  release();
  await Promise.all([first, second]);
  expect(story).toEqual(['c', 'a and b', 'b']);
});

test('what fails does not hold up what comes after it', async () => {
  const book = new LegBook();
  const a = aLeg('a');
  const failing = book.inTurn([a], () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  await expect(book.inTurn([a], async () => 'done')).resolves.toBe('done');
});

test('a leg is found by its name and its channel, until it is gone', () => {
  const book = new LegBook();
  const a = aLeg('a');
  book.add(a);
  expect([book.get(a.id), book.ofChannel('a')]).toEqual([a, a]);
  book.remove(a);
  expect([book.get(a.id), book.ofChannel('a'), book.all()]).toEqual([undefined, undefined, []]);
});
