import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readLentTrunks } from './lent-trunks.ts';

const folder = mkdtempSync(join(tmpdir(), 'openseat-lent-'));
afterAll(() => rmSync(folder, { recursive: true }));
function file(text: string): string {
  const path = join(folder, 'trunks.json');
  writeFileSync(path, text);
  return path;
}
const house = {
  lend: 'house',
  name: 'House',
  domain: 'carrier.example',
  gateways: [{ host: '10.1.2.3', port: null, transport: 'udp' }],
  account: { user: 'ana', authUser: '', password: 'geheim' },
};

test('[CC-12] trunks the installation lends are read from a file; what is not said stands as usual', () => {
  expect(readLentTrunks(null)).toEqual([]);
  expect(readLentTrunks(file(JSON.stringify([house, { ...house, lend: 'few', to: [3] }])))).toMatchObject([
    { carrier: 'lent-house', name: 'House', domain: 'carrier.example', tenantIds: null },
    { carrier: 'lent-few', tenantIds: [3], settings: { account: { password: 'geheim' }, sessionSec: 1_800 } },
  ]);
});

test.each([
  ['{', 'a file of JSON'],
  ['{}', 'a list of trunks'],
  [JSON.stringify([{ ...house, lend: 'A B' }]), 'trunk 1, lend'],
  [JSON.stringify([house, house]), 'the same name'],
  [JSON.stringify([house, { ...house, lend: 'x', domain: 'sip:x' }]), 'trunk 2, domain'],
  [JSON.stringify([{ ...house, account: { ...house.account, password: '' } }]), 'trunk 1, account.password'],
])('[CC-12] a file %s ends the start with a line that says what is wrong: %s', (text, says) => {
  expect(() => readLentTrunks(file(text))).toThrow(says);
});
