import { expect, test } from 'vitest';
import { folded, search } from './search.ts';

const pages = [
  { slug: 'a', title: 'Zonas horarias', text: 'Elige tu zona horaria en el encabezado.' },
  { slug: 'b', title: 'Exportación', text: 'El archivo usa tu zona.' },
  { slug: 'c', title: '语言和时区', text: '在页面顶部选择时区，所有时间都会随之显示。' },
];
const found = (wanted: string) => search(pages, wanted).map(({ slug }) => slug);

test('[SHELL-15] the search needs neither accents nor capitals, and every word must be there', () => {
  expect(found('exportacion')).toEqual(['b']);
  expect(found('ZONA archivo')).toEqual(['b']);
  expect(found('zona pelota')).toEqual([]);
  expect(found('   ')).toEqual([]);
});

test('[SHELL-15] the search finds Chinese, which has no spaces', () => {
  expect(found('选择时区')).toEqual(['c']);
});

test('[SHELL-15] pages with the word in their title come first, with the words around it', () => {
  expect(found('zona')).toEqual(['a', 'b']);
  expect(search(pages, 'encabezado')[0]!.excerpt).toEqual([
    { text: 'Elige tu zona horaria en el ', hit: false },
    { text: 'encabezado', hit: true },
    { text: '.', hit: false },
  ]);
});

test('folding keeps the places of letters', () => {
  expect(folded('Ñandú ＡＢ 你好')).toBe('nandu ab 你好');
});
