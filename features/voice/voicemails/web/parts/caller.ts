import { spokenNumber } from '#core/phone/spoken-number.ts';
import { useText } from '#platform/web/i18n.ts';
import type { Voicemail } from '../../contract.ts';

/** Who left a message: by name, else by number; and the number that then stands beside the name. */
export function useCaller(): (message: Pick<Voicemail, 'customerName' | 'displayNumber' | 'fromChat'>) => {
  who: string;
  number: string;
} {
  const t = useText();
  return ({ customerName, displayNumber, fromChat }) => {
    const number = fromChat ? t('voicemails.fromChat') : spokenNumber(displayNumber);
    return { who: customerName || number || t('voicemails.unknownCaller'), number: customerName ? number : '' };
  };
}
