import { spokenNumber } from '#core/phone/spoken-number.ts';
import { useText } from '#platform/web/i18n.ts';
import type { MonitorCall } from '../../contract.ts';

/** Who the customer of a call is: the name where it is known, then the number, as far as the reader may see them. */
export function CallCustomer({ call: { customerName, customerNumber, fromChat } }: { call: MonitorCall }) {
  const t = useText();
  const reach = fromChat ? t('monitoring.fromChat') : spokenNumber(customerNumber);
  return customerName === '' ? (
    <span>{reach}</span>
  ) : (
    <span className="monitor-customer">
      <span>{customerName}</span> <small>{reach}</small>
    </span>
  );
}
