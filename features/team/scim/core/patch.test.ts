import { expect, test } from 'vitest';
import { providedByPatch, type PatchOperation } from './patch.ts';

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';

test.each<[string, PatchOperation[], object]>([
  ['a path for each', [{ op: 'Replace', path: 'active', value: 'False' }], { active: false }],
  ['no path', [{ op: 'replace', value: { active: true, displayName: 'A' } }], { active: true, displayName: 'A' }],
  ['dots in names', [{ op: 'add', value: { 'name.givenName': 'Ada' } }], { givenName: 'Ada' }],
  ['a name as a whole', [{ op: 'add', path: 'name', value: { familyName: 'B' } }], { familyName: 'B' }],
  ['the schema before the name', [{ op: 'replace', path: `${USER}:externalId`, value: '7' }], { externalId: '7' }],
  ['what is removed', [{ op: 'Remove', path: 'externalId' }], { externalId: null }],
  ['what is not kept', [{ op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '1' }], {}],
  ['one more group', [{ op: 'add', path: 'groups', value: [{ value: 'b' }] }], { groups: ['a', 'b'] }],
  ['other groups', [{ op: 'replace', path: 'roles[primary eq "True"].value', value: 'c' }], { groups: ['c'] }],
  ['one group less', [{ op: 'remove', path: 'groups[value eq "a"]' }], { groups: [] }],
  ['no groups', [{ op: 'remove', path: 'groups' }], { groups: [] }],
])('[ADMIN-03] a change is read as providers write it: %s', (_how, operations, expected) => {
  expect(providedByPatch(operations, ['a'])).toEqual(expected);
});
