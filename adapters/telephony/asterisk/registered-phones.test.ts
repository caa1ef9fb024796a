import { expect, test } from 'vitest';
import { RegisteredPhones, type LocatedPhone, type PhoneNews } from './registered-phones.ts';

const at = (instance: string, connectionId: number): LocatedPhone => ({
  account: '1001',
  serverId: 1,
  connectionId,
  instance,
  address: '10.0.0.9',
});

/** The table stands as each of these in turn, and is looked at each time. */
async function newsOf(...tables: LocatedPhone[][]): Promise<PhoneNews[]> {
  const news: PhoneNews[] = [];
  let rows: LocatedPhone[] = [];
  const phones = new RegisteredPhones(
    { all: async () => rows, of: async () => rows, listen: async () => {}, close: async () => {} },
    (one) => void news.push(one),
    (problem) => {
      throw problem;
    },
  );
  await phones.open();
  for (const table of tables) {
    rows = table;
    await phones.look('1001');
  }
  return news;
}

test('a phone that takes the place of another is the only one, also where the edge has both for a moment', async () => {
  const [old, page] = [at('old', 1), at('page', 2)];
  expect(await newsOf([old], [old, page], [page])).toEqual([
    { is: 'registered', account: '1001', contacts: 1, instances: ['old'] },
    { is: 'replaced', account: '1001', address: '10.0.0.9' },
    { is: 'registered', account: '1001', contacts: 1, instances: ['page'] },
  ]);
});

test('the same phone on another connection is no other one', async () => {
  expect((await newsOf([at('old', 1)], [at('old', 2)])).map(({ is }) => is)).toEqual(['registered', 'registered']);
});

test('a phone that leaves is told once', async () => {
  expect((await newsOf([at('old', 1)], [], [])).map(({ is }) => is)).toEqual(['registered', 'unregistered']);
});
