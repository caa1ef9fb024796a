import { maskEmail } from '#core/privacy/email-mask.ts';
import { maskNumbersIn } from '#core/privacy/name-mask.ts';
import { maskPhone } from '#core/privacy/phone-mask.ts';
import type { PhoneWords } from '#features/team/agents/server/index.ts';
import type { Conversation } from '../contract.ts';
import type { ClearConversation } from './conversations.repo.ts';

/** Turns rows into what somebody may see of them. Contact fields are masked where the role asks; what people wrote in messages is not. */
export async function shownConversation(
  row: ClearConversation,
  { tenantId, needsMasking, words }: { tenantId: number; needsMasking: boolean; words: PhoneWords },
): Promise<Conversation> {
  const { group_members: _, mentioned: __, ...open } = row;
  if (!needsMasking) return { ...open, phone_word: '' };
  return {
    ...open,
    name: maskNumbersIn(open.name),
    email: maskEmail(open.email),
    phone: maskPhone(open.phone),
    phone_word: open.phone === '' ? '' : await words.wordFor(tenantId, open.phone),
    answers: Object.fromEntries(Object.entries(open.answers).map(([key, value]) => [key, maskedAnswer(value)])),
    page_url: withoutQuery(open.page_url),
  };
}

const maskedAnswer = (value: string): string => (value.includes('@') ? maskEmail(value) : maskNumbersIn(value));

/** What a site writes behind the question mark may be anything, an address too. */
const withoutQuery = (url: string): string => url.replace(/[?#].*$/s, '');
