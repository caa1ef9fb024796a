import type { Refused } from '#core/call/plan-facts.ts';
import { readDialled } from '#core/call/dialled-number.ts';
import { maskPhone } from '#core/privacy/phone-mask.ts';
import { callbackNumber } from '#features/voice/call-records/server/index.ts';
import type { KeepsMessage } from '#platform/server/contributions.ts';
import type { TenantTx } from '#platform/server/db/db.ts';

/** Whom to call, and which call that answers. */
export interface Callback {
  to: string;
  callbackOf: string | null;
}

interface CallbackAsk {
  account: { userId: number };
  to: string;
  countryCode: string;
  callId: string | null;
  vouched: boolean;
}

/** A number as those see it who may not know it. */
export const isMaskedNumber = (to: string): boolean => /^\+?\d*\*{3,}\d*$/.test(to);

/**
 * What calling back means. Rules:
 * 1. Stars are dialled by those who may not see the number. The call they name has it: one they may see, and its number
 *    looks like what they dialled. Else the call is refused.
 * 2. With a number in clear the call goes out in any case; it answers the other one only if the agent may see that one, or
 *    it was with the same number.
 * 3. What the server asks itself is believed.
 */
export async function readCallback(
  tx: TenantTx,
  keepers: readonly KeepsMessage[],
  { account, to, countryCode, callId, vouched }: CallbackAsk,
): Promise<Callback | Refused> {
  if (callId === null || vouched) return { to, callbackOf: callId };
  const dialled = readDialled(to, countryCode);
  const known = dialled.is === 'number' ? dialled.number : null;
  const found = await callbackNumber(tx, keepers, { callId, userId: account.userId, known });
  if (!isMaskedNumber(to)) return { to, callbackOf: found === null ? null : callId };
  if (found === null || maskPhone(found) !== to.replace(/^\+/, ''))
    return { refused: 'cannotCallNumber', detail: 'callback' };
  return { to: `+${found}`, callbackOf: callId };
}
