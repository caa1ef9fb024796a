import { expect, test } from 'vitest';
import { pdfFile } from './pdf-file.ts';
import { outlineOf } from './pdf-letters.ts';
import { pdfTexts } from './pdf-text.fixture.ts';

const aFile = () =>
  pdfFile({ title: '账单 1', author: 'OpenSeat', language: 'zh-CN', atMs: Date.parse('2026-11-18T00:00:00Z') });

test('texts of a document can be read back, whatever they are written in', () => {
  const texts = [
    'Bill 000123 – $1,234.50',
    'Facturación: año, niño, ¿cuánto?',
    '上海云席科技有限公司 账单',
    '龍騰國際股份有限公司',
    'Счёт № 7, Việt Nam, ありがとう',
    '￥1,000 €5 ₫',
  ];
  const file = aFile();
  const page = file.page();
  for (const [place, text] of texts.entries())
    page.text(40, 40 + place * 20, text, { size: 10, weight: place % 2 ? 'bold' : 'normal' });
  expect(pdfTexts(file.bytes())).toEqual(texts);
});

test('a document holds the letters it uses and no others, so it stays small', () => {
  const file = aFile();
  file.page().text(40, 40, '账单 Bill', { size: 10 });
  const bytes = file.bytes();
  expect(bytes.length).toBeLessThan(20_000);
  expect(bytes.toString('latin1')).toContain('/FontFile2');
  expect(bytes.subarray(0, 8).toString()).toBe('%PDF-1.7');
});

test('letters are drawn: each has contours of its own, a heavier weight has other ones, and Chinese ones are as wide as high', () => {
  for (const letter of ['A', 'é', '账', 'ж', 'の']) {
    const [normal, bold] = [outlineOf(letter.codePointAt(0)!, 'normal')!, outlineOf(letter.codePointAt(0)!, 'bold')!];
    expect(normal.ends.length, letter).toBeGreaterThan(0);
    expect(bold.points.length, letter).toBe(normal.points.length);
    expect(bold.points, letter).not.toEqual(normal.points);
    expect(
      normal.points.every(({ x, y }) => Math.abs(x) < 1_500 && Math.abs(y) < 1_500),
      letter,
    ).toBe(true);
  }
  expect(outlineOf('账'.codePointAt(0)!, 'normal')!.advance).toBe(1_000);
});

test('a letter no family has is drawn as a question mark and stays itself when copied', () => {
  const file = aFile();
  file.page().text(40, 40, '\u{10A00}!', { size: 10 });
  expect(pdfTexts(file.bytes())).toEqual(['\u{10A00}!']);
});

test('the same document is the same bytes', () => {
  const make = () => {
    const file = aFile();
    file.page().text(40, 40, '账单', { size: 10 });
    return file.bytes();
  };
  expect(make()).toEqual(make());
});
