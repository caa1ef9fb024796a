import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchFold } from '#core/search/search-fold.ts';
import { aMember } from '#test/builders.ts';
import { customersHouse } from './customers.fixture.ts';
import { foldJob } from './fold-job.ts';

let house: Awaited<ReturnType<typeof customersHouse>>;
beforeAll(async () => {
  house = await customersHouse();
});
afterAll(() => house.close());

const phone = (number: string) => [{ number, country: '' }];

test('[CDP-03] people are found without their accents, in any order, and by any writing of their number', async () => {
  const desk = await house.manager();
  await desk.add({ full_name: 'Ana González López', company: 'Ñandú', phones: phone('+525512345678') });
  await desk.add({ full_name: 'Gonzalez Plain', phones: phone('+525587654321') });
  await desk.add({ full_name: 'Łukasz Strauß' });
  for (const words of ['gonzalez lopez', 'LOPEZ ana', 'lópez gonzález', 'nandu', 'an gon'])
    expect(await desk.names({ words }), words).toEqual(['Ana González López']);
  expect(await desk.names({ words: 'gonzález' })).toEqual(['Ana González López', 'Gonzalez Plain']);
  expect(await desk.names({ words: 'strauss lukasz' })).toEqual(['Łukasz Strauß']);
  for (const words of [
    '+52 55 1234 5678',
    '0052-55-1234-5678',
    '055 1234 5678',
    '５５１２３４５６７８',
    'ana (55) 1234 5678',
    '5678',
  ])
    expect(await desk.names({ words }), words).toEqual(['Ana González López']);
  expect(
    await desk.names({
      condition: { join: 'and', items: [{ field: 'full_name', operator: 'contains', values: ['GONZALEZ L'] }] },
    }),
  ).toEqual(['Ana González López']);
});

test('[CDP-03] Chinese names are found by their letters, their sound and the first letters of it', async () => {
  const desk = await house.manager();
  await desk.add({ full_name: '王伟明', company: '北京旅行社' });
  await desk.add({ full_name: '李娜', company: '重庆银行' });
  await desk.add({ full_name: '吕布 Peter' });
  for (const words of ['伟明', '北京', 'beijing', 'bj', 'bei jing', 'wang weiming', 'WWM', 'weim', 'lvxing', 'luxing'])
    expect(await desk.names({ words }), words).toEqual(['王伟明']);
  for (const words of ['li na', 'na li', 'lina', 'ln', 'chongqing', 'yinhang', 'zhongqing'])
    expect(await desk.names({ words }), words).toEqual(['李娜']);
  for (const words of ['lv bu', 'lubu', 'peter lb']) expect(await desk.names({ words }), words).toEqual(['吕布 Peter']);
});

test('[SEC-02] [CDP-03] whoever sees stars finds names by sound, and nobody by a number in any writing', async () => {
  const manager = await house.manager();
  await manager.add({ full_name: '李娜 Peña', phones: phone('+525512345678') });
  const masked = house.desk(
    await aMember(house.server.world.db, manager.member.tenantId, {
      functions: ['customers.use', 'customers.view'],
      needsMasking: true,
    }),
  );
  for (const words of ['lina', 'pena', 'ln']) expect(await masked.names({ words }), words).toEqual(['李娜 Peña']);
  for (const words of ['5512345678', '+52 55 1234', '５５１２', 'lina 5512'])
    expect(await masked.names({ words }), words).toEqual([]);
});

test('[CDP-03] the database folds words as core does, whatever is in them', async () => {
  const pieces = [
    [0x20, 0x7e],
    [0xa1, 0x24f],
    [0x300, 0x32f],
    [0x386, 0x3ce],
    [0x410, 0x44f],
    [0x1e00, 0x1eff],
    [0x3041, 0x3096],
    [0x4e00, 0x4e80],
    [0xac00, 0xac80],
    [0xff01, 0xff5e],
  ] as const;
  let seed = 7;
  const next = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const words = Array.from({ length: 3_000 }, () =>
    Array.from({ length: 1 + next(12) }, () => {
      const [from, to] = pieces[next(pieces.length)]!;
      return String.fromCodePoint(from + next(to - from + 1));
    }).join(''),
  );
  const folded = await house.server.world.db.everyTenant('compares two rules', async (tx) => {
    const { rows } = await sql<{ is: string }>`
      select search_fold(w) "is" from unnest(${words}::text[]) with ordinality u (w, n) order by n`.execute(tx.as());
    return rows.map((row) => row.is);
  });
  for (const [place, word] of words.entries()) expect(folded[place], JSON.stringify(word)).toBe(searchFold(word));
});

test('[CDP-03] customers from before are found without accents once the job came to them', async () => {
  const desk = await house.manager();
  const { db } = house.server.world;
  const file = readFileSync(join(import.meta.dirname, 'functions/customer-search.sql'), 'utf8');
  // Rows as an earlier version left them; nobody else sees its function.
  await db.everyTenant('rows of an earlier version', async (tx) => {
    const run = (text: string) => sql.raw(text).execute(tx.as());
    await run(file.replace(/return public[^;]+;/, "return lower(' ' || name);"));
    await sql`insert into customer (tenant_id, full_name) values (${desk.member.tenantId}, 'Íñigo Pérez'), (${desk.member.tenantId}, '陈晨')`.execute(
      tx.as(),
    );
    await run(file);
  });
  expect(await desk.names({ words: 'perez' })).toEqual([]);
  const job = foldJob({ db });
  await job.run({} as never);
  expect(await desk.names({ words: 'perez inigo' })).toEqual(['Íñigo Pérez']);
  expect(await desk.names({ words: 'chenchen' })).toEqual(['陈晨']);
});
