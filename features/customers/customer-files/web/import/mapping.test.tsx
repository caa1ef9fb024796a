import { beforeEach, expect, test } from 'vitest';
import { firstDraft, keptDraft, mappingTrouble, wishOf } from './mapping.ts';
import { newCustomersOf } from './import-address.ts';

const columns = [
  { column: 0, title: 'Nombre', guess: 'full_name', samples: ['Lucía'] },
  { column: 1, title: 'Celular', guess: 'phone', samples: ['55 1234 5678'] },
  { column: 2, title: 'Nada', guess: null, samples: [] },
];

beforeEach(() => sessionStorage.clear());

test('[CDP-02] the guesses of the file are what is asked for, unless somebody says otherwise', () => {
  const draft = firstDraft({ columns, wish: null });
  expect(wishOf(4, draft)).toEqual({
    id: 4,
    duplicates: 'skip',
    tag_ids: [],
    owner_id: null,
    mapping: [
      { column: 0, field: 'full_name' },
      { column: 1, field: 'phone' },
      { column: 2, field: null },
    ],
  });
  expect(
    wishOf(4, { ...draft, country: 'MX', tags: ['9'], owner: '7', duplicates: 'update', fields: { 1: 'phone:MX' } }),
  ).toEqual({
    id: 4,
    duplicates: 'update',
    country: 'MX',
    tag_ids: [9],
    owner_id: 7,
    mapping: [{ column: 1, field: 'phone:MX' }],
  });
});

test('[CDP-02] a file that says nobody, and fields that two columns would fill, are noticed', () => {
  expect(mappingTrouble({ 0: 'note', 1: '' })).toEqual({ nobody: true, unreachable: true, twice: [] });
  expect(mappingTrouble({ 0: 'full_name', 1: 'full_name', 2: 'custom:5', 3: 'custom:5' })).toEqual({
    nobody: false,
    unreachable: true,
    twice: ['full_name', 'custom:5'],
  });
  expect(
    mappingTrouble({ 0: 'phone', 1: 'phone:MX', 2: 'email', 3: 'email', 4: '' }),
    'people have several numbers',
  ).toEqual({ nobody: false, unreachable: false, twice: [] });
});

test('[CDP-02] what was chosen is there after the page was loaded again; what nobody can read is not', () => {
  const draft = {
    ...firstDraft({ columns, wish: null }),
    duplicates: 'update' as const,
    fields: { 0: '', 1: 'phone:MX', 2: 'custom:5' },
  };
  keptDraft.write(4, draft);
  expect(keptDraft.read(4, { columns, wish: null })).toEqual(draft);
  expect(keptDraft.read(5, { columns, wish: null })).toEqual(firstDraft({ columns, wish: null }));
  sessionStorage.setItem('openseat.import.4', '{"fields":{"0":"<b>"}}');
  expect(keptDraft.read(4, { columns, wish: null })).toEqual(firstDraft({ columns, wish: null }));
  sessionStorage.setItem('openseat.import.4', 'rubbish');
  expect(keptDraft.read(4, { columns, wish: null })).toEqual(firstDraft({ columns, wish: null }));
});

test('[CDP-02] a file that was checked before is mapped as it was then, in another tab too', () => {
  const wish = {
    mapping: [
      { column: 1, field: 'phone:MX' },
      { column: 2, field: 'note' },
    ],
    duplicates: 'update' as const,
    country: 'MX',
    tag_ids: [9],
    owner_id: 7,
  };
  const draft = keptDraft.read(4, { columns, wish });
  expect(draft).toEqual({
    fields: { 0: '', 1: 'phone:MX', 2: 'note' },
    days: {},
    duplicates: 'update',
    country: 'MX',
    tags: ['9'],
    owner: '7',
  });
  expect(wishOf(4, draft)).toMatchObject({ ...wish, mapping: [{ column: 0, field: null }, ...wish.mapping] });
});

test('[CDP-02] the link to the new customers means those from a file between its beginning and its end', () => {
  const condition = JSON.parse(
    new URLSearchParams(
      newCustomersOf({ created_at: '2026-11-15 10:00:00', finished_at: '2026-11-15 10:00:59' }).split('?')[1],
    ).get('condition')!,
  );
  expect(condition.items).toEqual([
    { field: 'source', operator: 'is', values: [2] },
    { field: 'created_at', operator: 'between', values: ['2026-11-15 10:00:00', '2026-11-15 10:01:00'] },
  ]);
});
