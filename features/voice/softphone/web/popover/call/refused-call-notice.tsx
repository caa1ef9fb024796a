import { Button } from '@mantine/core';
import { CalendarPlus, Phone, PhoneMissed } from 'lucide-react';
import type { RefusedCall } from '#core/phone/phone.ts';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { hasText, textOf, useText } from '#platform/web/i18n.ts';
import { useFailureTexts } from '#platform/web/use-failure-texts.ts';
import { useWindow } from '#platform/web/windows.ts';
import { usePhoneDesk } from '../../desk/phone-desk.ts';
import './refused-call-notice.css';

/** What stands for a hidden number says nothing to people. */
const isShown = (number: string): boolean => /^[+\d*#]+$/.test(number);

/** [CALL-16] A call that did not come about: whom, why, and what to do next. It stays until it is read or there is another call. */
export function RefusedCallNotice({ refused: { order, why, mayRetry } }: { refused: RefusedCall }) {
  const t = useText();
  const areTextsLoaded = useFailureTexts();
  const desk = usePhoneDesk();
  const followUp = useWindow('followUp');
  const number = isShown(order.number) ? spokenNumber(order.number, order.countryCode) : '';
  return (
    <section className="refused-call" data-tone="red" role="alert" aria-label={t('softphone.refused.title')}>
      <PhoneMissed size={17} aria-hidden />
      <div>
        <b>{order.customerName || number || t('softphone.refused.title')}</b>
        {order.customerName && number && <span className="figures">{number}</span>}
        <p>{(areTextsLoaded || hasText(why)) && textOf(why)}</p>
        <div className="refused-deeds">
          {mayRetry && (
            <Button
              size="xs"
              color="green"
              leftSection={<Phone size={14} aria-hidden />}
              onClick={() => desk?.press({ type: 'dialPressed', order })}
            >
              {t('softphone.refused.again')}
            </Button>
          )}
          {followUp && (
            <Button
              size="xs"
              variant="default"
              leftSection={<CalendarPlus size={14} aria-hidden />}
              onClick={() => followUp(order)}
            >
              {t('softphone.refused.followUp')}
            </Button>
          )}
          <Button size="xs" variant="default" onClick={() => desk?.press({ type: 'refusalRead' })}>
            {t('softphone.refused.read')}
          </Button>
        </div>
      </div>
    </section>
  );
}
