import { hasText, textOf } from '#platform/web/i18n.ts';
import { codeLabel } from '#platform/web/ui/code-badge.tsx';
import { useFailureTexts } from '#platform/web/use-failure-texts.ts';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';

const folders: Readonly<Record<string, readonly string[]>> = {
  note: ['flow-test.note.'],
  person: ['flow-test.party.'],
  // A refusal of ours is named as everywhere.
  why: ['flow-test.reason.', 'error.'],
};

/**
 * Names a value of a flow's message in the reader's language: notes, reasons, languages and who was heard have names, everything else stays.
 * A reason may be a refusal, whose words come when somebody tells one: until then nothing is said of it.
 */
export function useFlowWord(): (field: string, value: string) => string {
  const areTextsLoaded = useFailureTexts();
  return (field, value) => {
    if (field === 'language') return codeLabel(CustomerLanguage, value);
    const key = folders[field]?.map((folder) => `${folder}${value}`).find(hasText);
    if (key !== undefined) return textOf(key);
    return field === 'why' && !areTextsLoaded ? '' : value;
  };
}
