import type { Tone } from '#shared/codes.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import type { Delivery, DeliveryState } from '../../contract.ts';
import { whyText } from '../why-text.ts';

const tones: Record<DeliveryState, Tone> = { waiting: 'warning', delivered: 'green', failed: 'red' };

/** How a delivery stands, with the reason where there is one. */
export function DeliveryOutcome({ delivery }: { delivery: Delivery }) {
  const t = useText();
  const format = useFormat();
  const why = whyText(delivery);
  return (
    <span className="delivery-outcome">
      <Badge look="dot" tone={tones[delivery.state]}>
        {t(`webhooks.delivery.${delivery.state}`)}
      </Badge>
      {why && <small>{why}</small>}
      {delivery.state === 'waiting' && delivery.tries > 0 && (
        <small>{t('webhooks.nextTry', { when: format.dateTime(delivery.nextTryAt) })}</small>
      )}
    </span>
  );
}
