import { expect, test } from 'vitest';
import type { LentLine } from './trunks.port.ts';
import { linesOnLoan } from './loans.ts';

const line = (carrier: string): LentLine => ({
  carrier,
  name: carrier,
  domain: `${carrier}.example`,
  tenantIds: null,
  settings: {} as LentLine['settings'],
});

test('[CC-12] a line is lent as its settings say until somebody says otherwise; a withdrawn one is not', () => {
  const terms = new Map([
    ['b', { name: 'Bee', tenantIds: [3], isWithdrawn: false }],
    ['c', { name: 'Sea', tenantIds: null, isWithdrawn: true }],
    ['gone from the settings', { name: 'Gone', tenantIds: null, isWithdrawn: false }],
  ]);
  expect(linesOnLoan([line('a'), line('b'), line('c')], terms)).toMatchObject([
    { carrier: 'a', name: 'a', tenantIds: null },
    { carrier: 'b', name: 'Bee', domain: 'b.example', tenantIds: [3] },
  ]);
});
