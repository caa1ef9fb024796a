import { text } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { PHONE_REPLACED, type PhoneReplaced } from '../contract.ts';

/** Long enough for somebody who was away from the desk. */
const STAY_MS = 600_000;

/** Says that another phone registered with the password of this agent's SIP phone. */
export const watchReplacedPhone = (): (() => void) =>
  onEvent<PhoneReplaced>(PHONE_REPLACED, ({ address }) =>
    toast({ tone: 'warning', text: text('agents.phoneReplaced', { address }), id: PHONE_REPLACED, stayMs: STAY_MS }),
  );
