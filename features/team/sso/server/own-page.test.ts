import { expect, test } from 'vitest';
import { ownPage } from './own-page.ts';

test.each(['/', '/home', '/record?page=2#top', '/customers/7/files', '/a//b'])(
  '[ADMIN-03] %j is a page of ours',
  (path) => expect(ownPage(path)).toBe(path),
);

test.each([
  undefined,
  '',
  'home',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  ' /home',
  '/..//evil.example',
  '/.//evil.example',
  '/admin/saas_plat/sso/aurora.example/start',
  '/api/echo',
  '/login',
  `/${'a'.repeat(1_000)}`,
])('[ADMIN-03] %j is none', (text) => expect(ownPage(text)).toBeNull());
