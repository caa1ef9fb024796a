import { Button, Checkbox, Tabs } from '@mantine/core';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAddressQuery } from '#platform/web/navigation.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Card, Page } from '#platform/web/ui/page.tsx';
import { EmptyState, ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useCommand, usePage } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import { followRecordsApi, type FollowRecord } from '../contract.ts';
import './follow-ups.css';

const tabs = ['open', 'overdue', 'done'] as const;
type Tab = (typeof tabs)[number];
const wishes: Record<Tab, object> = { open: { open: 'true' }, overdue: { overdue: 'true' }, done: { open: 'false' } };
const STEP = 50;
const MOST = 200;

/** What I am to do with customers, what is late of it, and what is done. */
export default function FollowUpsPage() {
  const t = useText();
  const [query, setQuery] = useAddressQuery();
  const tab = tabs.find((one) => one === query.get('tab')) ?? 'open';
  return (
    <Page narrow>
      <Tabs
        value={tab}
        onChange={(next) => setQuery(next === 'open' || !next ? {} : { tab: next })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`follow-records.tab.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((one) => (
          <Tabs.Panel key={one} value={one}>
            <List tab={one} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}

function List({ tab }: { tab: Tab }) {
  const t = useText();
  const [size, setSize] = useState(STEP);
  const { data, error, refetch, isFetching } = usePage(followRecordsApi.list, {
    mine: 'true',
    ...wishes[tab],
    page_size: size,
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingLines lines={6} />;
  if (data.list.length === 0)
    return (
      <EmptyState
        icon={<CalendarClock size={22} />}
        title={t(`follow-records.none.${tab}`)}
        hint={t('follow-records.noneHint')}
      />
    );
  return (
    <Card>
      <ul className="my-follow-ups">
        {data.list.map((one) => (
          <Row key={one.id} record={one} />
        ))}
      </ul>
      {data.total > data.list.length && size < MOST && (
        <Button mt="sm" variant="default" loading={isFetching} onClick={() => setSize(Math.min(MOST, size + STEP))}>
          {t('follow-records.more')}
        </Button>
      )}
    </Card>
  );
}

function Row({
  record: { id, content, customer_id: customerId, customer_name: name, due_at: due, done_at: done },
}: {
  record: FollowRecord;
}) {
  const t = useText();
  const format = useFormat();
  const can = useCan();
  const [nowMs] = useState(() => Date.now());
  const update = useCommand(followRecordsApi.update, { invalidates: [followRecordsApi.list] });
  const isLate = done === null && due !== null && fromWireTime(due) < nowMs;
  const who = name || t('follow-records.customer', { id: customerId });
  const when =
    done !== null
      ? t('follow-records.doneAt', { time: format.dateTime(done) })
      : due && t(isLate ? 'follow-records.late' : 'follow-records.due', { time: format.dateTime(due) });
  return (
    <li data-late={isLate || undefined}>
      <Checkbox
        aria-label={t('follow-records.markDone', { content })}
        checked={done !== null}
        disabled={update.isPending}
        onChange={(event) => update.mutate({ id, done: event.currentTarget.checked })}
      />
      <span>
        {content}
        <small>
          {can('customers.use') ? <Link to={`/customers/${customerId}`}>{who}</Link> : who}
          {when && (
            <>
              {' '}
              · <span className="follow-when">{when}</span>
            </>
          )}
        </small>
      </span>
    </li>
  );
}
