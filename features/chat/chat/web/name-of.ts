import { spokenNumber } from '#core/phone/spoken-number.ts';
import type { TextOf } from '#platform/web/i18n.ts';
import type { Conversation } from '../contract.ts';

/** What a visitor is called where nothing better is known. */
export const nameOf = (
  { name, email, phone, visitor_id: id }: Pick<Conversation, 'name' | 'email' | 'phone' | 'visitor_id'>,
  t: TextOf,
): string => name || email || spokenNumber(phone) || t('chat.visitor', { id });
