import { expect, test } from 'vitest';
import { noticeOf } from './shown-notice.ts';

const SITE = 'https://desk.example';
const notice = { title: 'A chat waits for you', body: 'Mei Lin', address: '/interactive/chat?id=7', tag: 'chat-7' };

test('[push] a notice is shown as the server wrote it', () =>
  expect(noticeOf(JSON.stringify(notice), SITE)).toEqual(notice));

test.each(['https://evil.example/', '//evil.example/x', 'javascript:alert(1)', '/\\evil.example', 'data:text/html,x'])(
  '[push] a notice never leads to %s',
  (address) => expect(noticeOf(JSON.stringify({ ...notice, address }), SITE).address).toBe('/home'),
);

test.each([undefined, '', 'no json', 'null', '[]', '{"title":7}'])('[push] of %j something plain is shown', (text) =>
  expect(noticeOf(text, SITE)).toMatchObject({ title: 'OpenSeat', address: '/home' }),
);
