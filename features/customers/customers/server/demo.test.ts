import { expect, test, vi } from 'vitest';
import { virtualNumbers } from '#core/rehearsal/virtual-customers.ts';
import { demoServer } from '#test/demo-server.ts';
import type { Customer } from '../contract.ts';

vi.setConfig({ testTimeout: 30_000 });

const { signedIn } = await demoServer();

test.each(['owner@aurora.example', 'owner@borealis.example'])(
  '[CDP-01] %s finds some two hundred customers in many scripts, with owners, tags and calls',
  async (email) => {
    const { post: ask } = await signedIn(email);
    const { list, total } = (await ask('/admin/cdp/customer/list', { page_size: 200 })) as {
      list: Customer[];
      total: number;
    };
    expect(total).toBeGreaterThan(190);
    const names = list.map(({ full_name: name }) => name).join();
    for (const script of [
      /\p{Script=Han}/u,
      /\p{Script=Hangul}/u,
      /\p{Script=Cyrillic}/u,
      /\p{Script=Devanagari}/u,
      /\p{Script=Latin}/u,
    ])
      expect(names).toMatch(script);
    expect(list.filter(({ tags }) => tags.length > 0).length).toBeGreaterThan(50);
    expect(list.filter(({ owner_name: owner }) => owner !== '').length).toBeGreaterThan(50);
    const spokenWith = list.filter(({ last_contact_at: at }) => at !== null);
    expect(spokenWith.length).toBeGreaterThan(9);
    const { list: timeline } = await ask('/admin/cdp/customer/timeline', { id: spokenWith[0]!.id, kinds: ['call'] });
    expect(timeline.length).toBeGreaterThan(0);
    expect(await ask('/admin/cdp/customer/duplicates', {})).not.toEqual([]);
  },
);

test('[CDP-01] those who call in a rehearsal are customers of the demo', async () => {
  const { post: ask } = await signedIn('owner@aurora.example');
  for (const number of [virtualNumbers[0]!, virtualNumbers[99]!, virtualNumbers.at(-1)!])
    expect((await ask('/admin/cdp/customer/list', { sms_phones: [`52-${number.slice(2)}`] })).list).toHaveLength(1);
});
