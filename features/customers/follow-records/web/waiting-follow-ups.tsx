import { CalendarClock } from 'lucide-react';
import { Link } from 'react-router';
import { useNow } from '#features/voice/softphone/web/index.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { fromWire } from '#platform/web/zone.ts';
import { followRecordsApi } from '../contract.ts';

const SHOWN = 5;
const MINUTE_MS = 60_000;

/** What I am to do with customers, the most urgent first. */
export default function WaitingFollowUps() {
  const t = useText();
  const format = useFormat();
  const nowMs = Math.floor(useNow() / MINUTE_MS) * MINUTE_MS;
  const { data } = useEndpoint(
    followRecordsApi.list,
    { mine: 'true', open: 'true', page_size: SHOWN },
    { handlesFailures: true },
  );
  if (!data || data.list.length === 0) return null;
  return (
    <section className="bench-part">
      <h3>
        {t('follow-records.menu')}
        <span className="bench-count">{format.number(data.total)}</span>
      </h3>
      <ul className="bench-rows">
        {data.list.map(({ id, customer_id: customerId, customer_name: name, content, due_at: due }) => (
          <li key={id} data-tone={due !== null && fromWire(due).getTime() < nowMs ? 'red' : 'grey'}>
            <Link className="bench-row" to={`/customers/${customerId}`}>
              <CalendarClock size={15} aria-hidden />
              <span>
                <b>{content}</b>
                <small>{[name, due && format.relative(due, nowMs)].filter(Boolean).join(' · ')}</small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
