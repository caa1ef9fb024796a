import { afterAll, expect, test, vi } from 'vitest';
import { VariableType } from '#shared/codes/variable-type.ts';
import { WRONG_ROWS_SHOWN } from '../contract.ts';
import { importHouse, type ImportDesk } from './import.fixture.ts';

// Whole imports, each in a thread of its own.
vi.setConfig({ testTimeout: 60_000 });

const house = await importHouse();
afterAll(house.close);

const withBirthday = async (): Promise<ImportDesk> => {
  const desk = await house.importer();
  await house.server.ask('POST', '/admin/saas_plat/field_config/custom', {
    token: desk.member.token,
    body: { name: 'Birthday', type: VariableType.date },
  });
  return desk;
};
const birthdays = async (desk: ImportDesk) =>
  (await desk.customers()).map(({ full_name: name, fields }) => [name, Object.values(fields)[0] ?? null]);

test('wrong rows are told by line, column, what stands there and why; the file has the same', async () => {
  const desk = await house.importer();
  const one = await desk.check(
    'Name,Phone,Email\nAna,+525512345678,ana@mail.example\nBudi,none,nowhere\n,,\nMei,+525512345679,\nNobody,"",x@\n',
  );
  expect(one).toMatchObject({ wrong: 2 });
  expect(await desk.wrongRows(one.id)).toEqual([
    {
      line: 3,
      wrongs: [
        { column: 'Phone', why: 'phone', value: 'none' },
        { column: 'Email', why: 'email', value: 'nowhere' },
      ],
    },
    { line: 6, wrongs: [{ column: 'Email', why: 'email', value: 'x@' }] },
  ]);
  expect(await desk.errors(one.id)).toHaveLength(3);
  await desk.start(one.id);
  expect(await desk.wrongRows(one.id), 'after the import, too').toHaveLength(2);
});

test('a hundred wrong rows are told, and none once their file is gone', async () => {
  const desk = await house.importer();
  const lines = Array.from({ length: WRONG_ROWS_SHOWN + 20 }, (_, no) => `Person ${no},nothing`);
  const one = await desk.check(`Name,Phone\nAna,+525512345678\n${lines.join('\n')}\n`);
  expect(one.wrong).toBe(WRONG_ROWS_SHOWN + 20);
  expect(await desk.wrongRows(one.id)).toHaveLength(WRONG_ROWS_SHOWN);
  await desk.ask('POST', '/import/cancel', { id: one.id });
  expect(await desk.wrongRows(one.id)).toEqual([]);
});

test('another team, and whoever sees stars, are told of no wrong rows', async () => {
  const desk = await house.importer();
  const one = await desk.check('Name,Phone\nAna,+525512345678\nBudi,none\n');
  const noor = await house.importer();
  expect(await noor.ask('GET', `/import/${one.id}/wrong`)).toMatchObject({ code: 404 });
  const starred = await house.importer(desk.member.tenantId, { needsMasking: true });
  expect((await starred.ask('GET', `/import/${one.id}/wrong`)).code).not.toBe(0);
});

test('days that read both ways are asked about, with days of the file; what is said holds for all of them', async () => {
  const file = 'Name,Phone,Birthday\nAna,+525512345678,03/04/1990\nBudi,+525512345679,05/06/1991\n';
  const desk = await withBirthday();
  const { columns, import: one } = await desk.upload(file);
  expect(columns[2]).toMatchObject({ days: { order: 'either', examples: ['03/04/1990', '05/06/1991'] } });
  const mapping = columns.map(({ column, guess }) => ({ column, field: guess }));
  expect(await desk.ask('POST', '/import/check', { id: one.id, mapping }), 'not guessed').toMatchObject({ code: 400 });
  await desk.import(file, { days: 'monthFirst' });
  expect(await birthdays(desk)).toEqual([
    ['Ana', '1990-03-04'],
    ['Budi', '1991-05-06'],
  ]);
});

test('a file that says it itself is not asked about, and all its days are read that way', async () => {
  const desk = await withBirthday();
  const one = await desk.import(
    'Name,Phone,Birthday\nAna,+525512345678,03/04/1990\nBudi,+525512345679,25/06/1991\nMei,+525512345670,1992-07-08\n',
  );
  expect(one).toMatchObject({ added: 3, wrong: 0 });
  expect(await birthdays(desk)).toEqual([
    ['Ana', '1990-04-03'],
    ['Budi', '1991-06-25'],
    ['Mei', '1992-07-08'],
  ]);
});
