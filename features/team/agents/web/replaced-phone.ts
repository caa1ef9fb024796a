import { text } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { onEvent } from '#platform/web/user-events.ts';
import type { PHONE_REPLACED as Replaced, PhoneReplaced } from '../contract.ts';

/** The contract's own word; the rest of it is for the agents' page. */
const PHONE_REPLACED: typeof Replaced = 'agents.phoneReplaced';

/** Long enough for somebody who was away from the desk. */
const STAY_MS = 600_000;

/** Says that another phone registered with the password of this agent's SIP phone. */
export const watchReplacedPhone = (texts: () => Promise<void>): (() => void) =>
  onEvent<PhoneReplaced>(PHONE_REPLACED, async ({ address }) => {
    await texts();
    toast({ tone: 'warning', text: text('agents.phoneReplaced', { address }), id: PHONE_REPLACED, stayMs: STAY_MS });
  });
