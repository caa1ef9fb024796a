import { diallable } from '#core/phone/diallable.ts';
import { queryClient } from '#platform/web/query-client.ts';
import { phoneDesk } from '../../desk/phone-desk.ts';
import { typedOrder } from './call-back.ts';

/** Calls what somebody typed or a link names, on the line and with the number chosen in the dialer. */
export async function callTyped(typed: string): Promise<void> {
  const desk = phoneDesk.get();
  const number = diallable(typed);
  if (desk && number) desk.press({ type: 'dialPressed', order: await typedOrder(number, desk, queryClient) });
}
