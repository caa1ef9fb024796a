import type { CallRecord } from '#features/call-records/contract.ts';
import { diallingCode } from '#shared/countries.ts';
import { usePhoneDesk, usePhoneView } from '../../desk/phone-desk.ts';
import { useDialChoices } from '../dial/use-dial-choices.ts';

/**
 * Calls the customer of a record, on the line and with the number chosen in the dialer. Whoever may not see the number
 * hands on what they see of it, and the record it belongs to.
 */
export function useCallBack(): (record: CallRecord) => void {
  const desk = usePhoneDesk();
  const view = usePhoneView();
  const { routerId, shown } = useDialChoices();
  return ({ callId, number, displayNumber, country, customerName }) => {
    const code = diallingCode(country) ?? '';
    const hasCode = code !== '' && number.startsWith(code);
    desk?.press({
      type: 'dialPressed',
      order: {
        number: hasCode ? number.slice(code.length) : number || displayNumber,
        countryCode: hasCode ? code : '',
        routerId,
        displayNumber: shown && { id: shown.id, number: shown.number },
        callbackCallId: callId,
        micOpen: view?.sound.permission === 'granted',
        ...(customerName ? { customerName } : {}),
      },
    });
  };
}
