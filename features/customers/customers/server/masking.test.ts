import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aMember } from '#test/builders.ts';
import type { Customer } from '../contract.ts';
import { customersHouse, EVERYTHING, type CustomerClerk } from './customers.fixture.ts';

let house: Awaited<ReturnType<typeof customersHouse>>;
beforeAll(async () => {
  house = await customersHouse();
});
afterAll(() => house.close());

const NUMBER = '525512345678';
const wish = {
  full_name: 'Ana Ruiz',
  phones: [{ number: `+${NUMBER}`, country: '' }],
  emails: ['ana@mail.example'],
  note: 'Call +52 55 8765 4321 at night.',
};

async function starsAndAll(functions = EVERYTHING): Promise<{ all: CustomerClerk; stars: CustomerClerk; id: number }> {
  const all = await house.manager();
  const stars = house.desk(
    await aMember(house.server.world.db, all.member.tenantId, { functions, needsMasking: true }),
  );
  const { id } = await all.add(wish);
  return { all, stars, id };
}

const hidden = /12345678|ana@mail|8765/;

describe('who sees stars', () => {
  test('[SEC-01] reads numbers and addresses with stars everywhere, and a word for each number', async () => {
    const { stars, id } = await starsAndAll();
    const one = await stars.do('GET', `/${id}`);
    expect(one).toMatchObject({
      full_name: 'Ana Ruiz',
      phones: [{ number: '52******5678', word: expect.stringMatching(/^enc\./) }],
      emails: ['a***@***.example'],
    });
    const answers = [
      one,
      await stars.list(),
      await stars.do('POST', '/my_list', {}),
      await stars.do('POST', '/timeline', { id }),
      await stars.do('POST', '/duplicates', { id }),
      await stars.do('PUT', '', { id, version: 1, company: 'Aurora' }),
    ];
    for (const answer of answers) expect(JSON.stringify(answer)).not.toMatch(hidden);
  });

  test('[SEC-01] finds nobody by trying numbers or addresses, whole or in part', async () => {
    const { stars, id } = await starsAndAll();
    for (const words of [NUMBER, '1234', '52', 'mail.ex', 'ana@', '8765'])
      expect(await stars.names({ words }), words).toEqual([]);
    expect(await stars.names({ sms_phones: ['52-5512345678'] })).toEqual([]);
    for (const items of [
      [{ field: 'phone', operator: 'startsWith', values: ['5255'] }],
      [{ field: 'email', operator: 'is', values: ['ana@mail.example'] }],
      [{ field: 'note', operator: 'contains', values: ['8765'] }],
    ]) {
      expect((await stars.ask('POST', '/count', { condition: { join: 'and', items } })).code).toBe(400);
      expect(
        (
          await stars.ask('POST', '/batch_owner', {
            choice: { search: { condition: { join: 'and', items } } },
            owner_id: null,
          })
        ).code,
      ).toBe(400);
    }
    expect((await stars.ask('POST', '', { phones: [{ number: `+${NUMBER}` }] })).code).toBe(21502);
    // Neither does what becomes of a new one tell whether it was right: not the check for duplicates, nor how many there are.
    for (const phones of [[{ number: `+${NUMBER}` }], [{ number: '+525599999999' }]]) {
      const refused = await stars.ask('POST', '/insert', { full_name: 'X', phones });
      expect(refused.code).toBe(21502);
      expect(refused.msg).not.toContain(String(id));
      expect((await stars.ask('PUT', '', { id, version: 1, phones })).code).toBe(21502);
    }
    for (const email of ['ana@mail.example', 'eva@mail.example'])
      expect((await stars.ask('PUT', '', { id, version: 1, emails: ['a***@***.example', email] })).code).toBe(21502);
  });

  test('[SEC-01] finds names, and a customer by the word for the number', async () => {
    const { stars, all, id } = await starsAndAll();
    expect(await stars.names({ words: 'rui' })).toEqual(['Ana Ruiz']);
    expect(await stars.names({ words: 'an' })).toEqual(['Ana Ruiz']);
    const { word } = (await stars.do('GET', `/${id}`)).phones[0]!;
    expect(await stars.names({ sms_phones: [word] })).toEqual(['Ana Ruiz']);
    expect((await stars.do<{ customer: Customer }>('POST', '', { phones: [{ number: word }] })).customer.id).toBe(id);
    const other = await house.manager();
    expect(await other.names({ sms_phones: [word] })).toEqual([]);
    expect(
      await all.names({ condition: { join: 'and', items: [{ field: 'phone', operator: 'isNotEmpty', values: [] }] } }),
    ).toEqual(['Ana Ruiz']);
  });

  test('[SEC-02] a word made of digits they typed can be called, and is nothing to any other question', async () => {
    const { stars, all, id } = await starsAndAll();
    const made = await house.server.ask('POST', '/cc/api/phone/v1/convert', {
      token: stars.member.token,
      body: { originPhone: NUMBER, countryCode: '52', oprType: 2 },
    });
    const word: string = made.data.encryptPhone;
    expect(word).toMatch(/^enc\./);
    for (const clerk of [stars, all]) {
      expect(await clerk.names({ sms_phones: [word] })).toEqual([]);
      for (const [method, path, body] of [
        ['POST', '', {}],
        ['POST', '/insert', { full_name: 'X' }],
        ['PUT', '', { id, version: 1 }],
      ] as const)
        expect((await clerk.ask(method, path, { ...body, phones: [{ number: word }] })).code, path).toBe(400);
    }
  });

  test('[SEC-01] what they send back as they saw it stays as it was', async () => {
    const { stars, all, id } = await starsAndAll();
    const seen = await stars.do('GET', `/${id}`);
    await stars.do('PUT', '', {
      id,
      version: seen.version,
      phones: seen.phones.map(({ number, country }) => ({ number, country })),
      emails: seen.emails,
      note: seen.note,
      company: 'Aurora',
    });
    expect(await all.do('GET', `/${id}`)).toMatchObject({ ...wish, company: 'Aurora', phones: [{ number: NUMBER }] });
    await stars.do('PUT', '', {
      id,
      version: seen.version + 1,
      phones: [{ number: seen.phones[0]!.word }, { number: await house.wordFor(all.member.tenantId, '525587654321') }],
    });
    expect((await all.do('GET', `/${id}`)).phones.map(({ number }) => number)).toEqual([NUMBER, '525587654321']);
  });

  test('[SEC-01] fields the tenant hides are hidden, cannot be asked for and survive a change', async () => {
    const { stars, all, id } = await starsAndAll();
    const { tenantId } = all.member;
    const field = await house.server.world.db.tenant({ tenantId }, async (tx) => {
      await sql`insert into field_column (list, key, masked) values ('customers', 'company', true)`.execute(tx.as());
      return (
        await sql<{
          id: number;
        }>`insert into custom_field (name, type, masked) values ('Secret', 1, true) returning id`.execute(tx.as())
      ).rows[0]!.id;
    });
    await all.do('PUT', '', { id, version: 1, company: 'Aurora', fields: { [field]: 'blue' } });
    const seen = await stars.do('GET', `/${id}`);
    expect(seen).toMatchObject({ company: '***', fields: { [field]: '***' } });
    expect(await stars.names({ words: 'aurora' })).toEqual([]);
    for (const name of ['company', `custom:${field}`])
      expect(
        (
          await stars.ask('POST', '/count', {
            condition: { join: 'and', items: [{ field: name, operator: 'is', values: ['blue'] }] },
          })
        ).code,
      ).toBe(400);
    await stars.do('PUT', '', { id, version: 2, fields: seen.fields, company: seen.company, last_name: 'Ruiz' });
    expect(await all.do('GET', `/${id}`)).toMatchObject({ company: 'Aurora', fields: { [field]: 'blue' } });
    expect(JSON.stringify(await stars.do('POST', '/timeline', { id }))).not.toMatch(/blue|Aurora/);
  });

  test.each(['right', 'wrong'])(
    '[SEC-02] a %s guess written over what is hidden changes the customer alike',
    async (guess) => {
      const { stars, all, id } = await starsAndAll();
      const { tenantId } = all.member;
      const field = await house.server.world.db.tenant({ tenantId }, async (tx) => {
        await sql`insert into field_column (list, key, masked) values ('customers', 'company', true), ('customers', 'full_name', true)`.execute(
          tx.as(),
        );
        return (
          await sql<{
            id: number;
          }>`insert into custom_field (name, type, masked) values ('Secret', 1, true) returning id`.execute(tx.as())
        ).rows[0]!.id;
      });
      const kept = { company: 'Aurora', first_name: 'Lucía', note: 'Call 525512345678.', fields: { [field]: 'blue' } };
      await all.do('PUT', '', { id, version: 1, ...kept });
      const is = (right: string, wrong: string) => (guess === 'right' ? right : wrong);
      const guesses = [
        { company: is('Aurora', 'Boreal') },
        { first_name: is('Lucía', 'Ana') },
        { note: is(kept.note, 'Call 525587654321.') },
        { fields: { [field]: is('blue', 'green') } },
      ];
      for (const [at, wish] of guesses.entries()) {
        const answer = await stars.do('PUT', '', { id, version: at + 2, ...wish });
        expect([Object.keys(wish), answer.version]).toEqual([Object.keys(wish), at + 3]);
      }
      const { list } = (await stars.do('POST', '/timeline', { id, kinds: ['change'] })) as unknown as {
        list: { body: { changes: { field: string }[] } }[];
      };
      const changedFields = list
        .slice(0, guesses.length)
        .map(({ body }) =>
          body.changes
            .map(({ field: name }) => name.replace(/^custom:.*/, 'custom'))
            .filter((name) => name !== 'full_name'),
        );
      expect(changedFields).toEqual([['custom'], ['note'], ['first_name'], ['company']]);
      expect(JSON.stringify(list)).not.toMatch(/Aurora|Boreal|blue|green|Lucía|12345678/);
    },
  );
});
