import type { World } from '#platform/server/world.ts';
import { PHONE_REPLACED, type PhoneReplaced } from '../contract.ts';
import { phoneAccount } from './phone-accounts.ts';

/** Tells agents when another phone registered with the password of their SIP phone: it may have been stolen. */
export function watchReplacedPhones({ db, telephony, log }: Pick<World, 'db' | 'telephony' | 'log'>): () => void {
  async function pushReplaced(account: string, body: PhoneReplaced): Promise<void> {
    const owner = await phoneAccount(db, account);
    if (!owner?.isSipPhone) return;
    const { tenantId, userId } = owner;
    await db.tenant({ tenantId }, (tx) => tx.push({ kind: PHONE_REPLACED, body, to: { userId } }));
  }
  return telephony.onEvent((event) => {
    if (event.type !== 'accountReplaced') return;
    pushReplaced(event.account, { address: event.address }).catch((problem: unknown) =>
      log.warn({ err: problem, account: event.account }, 'an agent was not told that another phone registered'),
    );
  });
}
