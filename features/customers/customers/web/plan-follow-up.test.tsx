import { afterEach, expect, test, vi } from 'vitest';
import { ensureFeatureTexts } from '#platform/web/feature.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { customersApi } from '../contract.ts';
import { customers } from './index.ts';
import { planFollowUp } from './plan-follow-up.ts';

afterEach(() => vi.unstubAllGlobals());

test('[CALL-16] a follow-up of who was not reached is planned on their page; a stranger has none', async () => {
  await ensureFeatureTexts(customers);
  const found = [{ id: 8 }];
  const asked = fakeServer(({ url }) => ({ data: url === customersApi.list.path ? { list: found, total: 1 } : null }));
  const gone: string[] = [];
  const plan = () => planFollowUp({ countryCode: '52', number: '5512345678' }, (address) => gone.push(address));
  await plan();
  expect(gone).toEqual(['/customers/8?follow=']);
  expect(asked[0]!.body).toMatchObject({ sms_phones: ['52-5512345678'], page_size: 1 });
  found.length = 0;
  await plan();
  expect(gone).toHaveLength(1);
});
