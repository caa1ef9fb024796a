import { expect, test } from 'vitest';
import { bringUser, type UserBefore } from './bring-user.ts';

const member: UserBefore = {
  enabled: true,
  isShut: false,
  externalId: '7',
  displayName: 'Ada',
  givenName: null,
  familyName: null,
};

test.each([
  ['shut out by the provider', member, false, { enabled: false, isShut: true }],
  ['let in by who shut them out', { ...member, enabled: false, isShut: true }, true, { enabled: true, isShut: false }],
  ['shut out by people here', { ...member, enabled: false }, true, { enabled: false, isShut: false }],
  ['shut out by people here, and then by it', { ...member, enabled: false }, false, { enabled: false, isShut: false }],
  ['let in by people here since', { ...member, isShut: true }, undefined, { enabled: true, isShut: false }],
])('[ADMIN-03] %s', (_who, before, active, { enabled, isShut }) => {
  expect(bringUser(before, { active })).toMatchObject({ enabled, kept: { isShut, externalId: '7' } });
});

test('[ADMIN-03] a name that the provider says again is left as people here wrote it', () => {
  expect(bringUser(member, { displayName: 'Ada' }).nickName).toBeUndefined();
  expect(bringUser(member, { displayName: 'Ada L.' }).nickName).toBe('Ada L.');
  expect(bringUser(member, { displayName: null, givenName: 'Ada', familyName: 'Lovelace' }).nickName).toBe(
    'Ada Lovelace',
  );
});
