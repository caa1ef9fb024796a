import { expect, test } from 'vitest';
import { namedAs } from './named-as.ts';

test.each([
  ['photo.jpg', 'text/plain', 'photo.jpg.txt'],
  ['photo.JPEG', 'image/jpeg', 'photo.JPEG'],
  ['photo.png', 'image/jpeg', 'photo.png.jpg'],
  ['page.html', 'text/plain', 'page.html.txt'],
  ['list.csv', 'text/plain', 'list.csv'],
  ['bill', 'application/pdf', 'bill.pdf'],
  ['bill.pdf.', 'application/pdf', 'bill.pdf..pdf'],
  ['song.opus', 'audio/ogg', 'song.opus'],
])('[CHAT-07] %s, which is %s by its bytes, is called %s', (name, mediaType, expected) => {
  expect(namedAs(name, mediaType)).toBe(expected);
});
