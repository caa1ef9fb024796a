import { useText } from '#platform/web/i18n.ts';
import { hookEventNames } from '../contract.ts';

/** What an event is called; one this page does not know keeps its type. */
export function useEventName(): (type: string) => string {
  const t = useText();
  return (type) => {
    const known = hookEventNames.find((one) => one === type);
    return known ? t(`webhooks.event.${known}`) : type === 'webhook.test' ? t('webhooks.event.webhook.test') : type;
  };
}
