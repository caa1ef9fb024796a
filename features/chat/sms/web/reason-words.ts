import { hasText, textOf } from '#platform/web/i18n.ts';

/** Why a message did not arrive: in words where we have some, else as the carrier said it. */
export const reasonText = (reason: string): string =>
  hasText(`sms.reason.${reason}`) ? textOf(`sms.reason.${reason}`) : reason;
