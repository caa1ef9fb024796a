import { expect, test } from 'vitest';
import { encodingOf } from './text-encoding.ts';

const bytes = (text: string): Uint8Array => new Uint8Array(text.match(/../g)!.map((pair) => Number.parseInt(pair, 16)));
const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const utf16 = (text: string, isLittle: boolean, mark = ''): Uint8Array =>
  Uint8Array.from(
    [...(mark + text)].flatMap((letter) =>
      isLittle
        ? [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8]
        : [letter.charCodeAt(0) >> 8, letter.charCodeAt(0) & 255],
    ),
  );

test('[CDP-02] plain letters and UTF-8 are UTF-8', () => {
  expect(encodingOf(latin1('name,phone\r\n'), true)).toBe('utf-8');
  expect(encodingOf(bytes('efbbbfe78e8b'), true)).toBe('utf-8');
});

test('[CDP-02] accents of western Windows are told from Chinese', () => {
  expect(encodingOf(latin1('nombre,teléfono\r\nJosé Núñez,5512345678\r\nÁngel Peña,5587654321\r\n'), false)).toBe(
    'windows-1252',
  );
  // 姓名,电话 / 王伟明,135
  expect(encodingOf(bytes('d0d5c3fb2cb5e7bbb00d0acdf5ceb0c3f72c3133350d0a'), false)).toBe('gb18030');
});

test.each([true, false])('[CDP-02] UTF-16 is seen with and without its mark (little first: %s)', (isLittle) => {
  const name = isLittle ? 'utf-16le' : 'utf-16be';
  expect(encodingOf(utf16('姓名,电话\r\n王,135\r\n', isLittle, '\ufeff'), false)).toBe(name);
  expect(encodingOf(utf16('name,phone\r\n王,135\r\n', isLittle), false)).toBe(name);
});

test.each(['7f454c4602010100', '89504e470d0a1a0a0000000d', '504b0304140000000800', '00'])(
  '[CDP-02] %s is no text',
  (hex) => {
    expect(encodingOf(bytes(hex), false)).toBeNull();
  },
);
