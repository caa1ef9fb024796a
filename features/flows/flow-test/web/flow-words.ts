import { hasText, textOf } from '#platform/web/i18n.ts';
import { codeLabel } from '#platform/web/ui/code-badge.tsx';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';

const folders: Readonly<Record<string, readonly string[]>> = {
  note: ['flow-test.note.'],
  person: ['flow-test.party.'],
  // A refusal of ours is named as everywhere.
  why: ['flow-test.reason.', 'error.'],
};

/** A value of a flow's message in the reader's language: notes, reasons, languages and who was heard have names, everything else stays. */
export function flowWord(field: string, value: string): string {
  if (field === 'language') return codeLabel(CustomerLanguage, value);
  const key = folders[field]?.map((folder) => `${folder}${value}`).find(hasText);
  return key === undefined ? value : textOf(key);
}
