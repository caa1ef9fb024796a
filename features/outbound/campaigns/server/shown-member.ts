import { maskEmail } from '#core/privacy/email-mask.ts';
import { maskName, maskNamesIn, maskNumbersIn } from '#core/privacy/name-mask.ts';
import { maskPhone } from '#core/privacy/phone-mask.ts';
import type { PhoneWords } from '#features/team/agents/server/index.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { CampaignMember } from './members.repo.ts';

export type MemberReader = Pick<Caller, 'tenantId' | 'needsMasking'>;

const ADDRESSES = /[^\s@,;:<>()]+@[^\s@,;:<>()]+/gu;

/** What a file or a colleague wrote, without numbers, addresses and the name of whom it is about. */
export const starred = (text: string, { name }: Pick<CampaignMember, 'name'>): string =>
  maskNamesIn(maskNumbersIn(text.replace(ADDRESSES, maskEmail)), [name]);

/** A note that comes back as it was shown, with its stars, changes nothing. */
export const writtenNote = (
  row: CampaignMember,
  note: string | undefined,
  { needsMasking }: Pick<Caller, 'needsMasking'>,
): string | undefined => (needsMasking && note === starred(row.note, row) ? undefined : note);

/** What every kind of campaign shows of its customers. Whoever sees stars reads them in names, columns and notes too, and dials by a word. */
export async function shownMember(row: CampaignMember, reader: MemberReader, words: PhoneWords) {
  const { needsMasking, tenantId } = reader;
  const text = (value: string): string => (needsMasking ? starred(value, row) : value);
  return {
    id: row.id,
    taskId: row.campaignId,
    taskName: row.campaignName,
    customerId: row.customerId,
    customerName: needsMasking ? maskName(row.name) : row.name,
    phone: needsMasking ? maskPhone(row.number) : row.number,
    phoneWord: needsMasking ? await words.wordFor(tenantId, row.number) : '',
    country: row.country,
    columns: Object.fromEntries(Object.entries(row.columns).map(([title, value]) => [title, text(String(value))])),
    priority: row.priority,
    agentId: row.agentId,
    agentName: row.agentName,
    taskState: row.taskState,
    result: row.result,
    attempts: row.attempts,
    lastCallAt: row.lastCallAt,
    nextAt: row.nextAt,
    isFollowUp: row.isFollowUp,
    closedBy: row.closedBy,
    skipReason: text(row.skipReason),
    note: text(row.note),
    doneAt: row.doneAt,
  };
}
