import { call } from '#platform/web/call.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { text } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { customersApi } from '../contract.ts';
import { lookUpOf } from './look-up.ts';

/** Whom somebody tried to reach, as it was dialled. */
export interface Reached {
  countryCode: string;
  number: string;
}

/** Leads to who has a number, to plan when to try again. Of several who share it, the first. */
export async function planFollowUp({ countryCode, number }: Reached, go: (address: string) => void): Promise<void> {
  const asked = lookUpOf({ countryCode, number, pageSize: 1, callId: null });
  try {
    const { list } = asked ? await call(customersApi.list, { ...asked, field_names: ['full_name'] }) : { list: [] };
    if (list[0]) return go(`/customers/${list[0].id}?follow=`);
  } catch (error) {
    return handleFailure(error);
  }
  toast({ tone: 'info', text: text('customers.unknownCaller') });
}
