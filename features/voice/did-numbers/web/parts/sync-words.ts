import { useText } from '#platform/web/i18n.ts';
import { useFailureTexts } from '#platform/web/use-failure-texts.ts';
import type { SyncTrouble } from '../../contract/carriers.ts';

const texts = {
  credentials: 'error.carrierCredentials',
  busy: 'did-numbers.sync.busy',
  unreachable: 'error.carrierUnreachable',
  notUnderstood: 'error.carrierNotUnderstood',
  badAddress: 'error.carrierBadAddress',
  tooMany: 'did-numbers.sync.tooMany',
} as const satisfies Record<Exclude<SyncTrouble, ''>, string>;

/** Why a list was not read to its end, in the words of the same refusal: empty while they are on their way. */
export function useTroubleText(trouble: SyncTrouble): string {
  const t = useText();
  const areTextsLoaded = useFailureTexts(trouble !== '');
  return areTextsLoaded && trouble !== '' ? t(texts[trouble]) : '';
}
