import { Button } from '@mantine/core';
import { CalendarClock, Plus } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { useMinuteClock } from '#platform/web/minute-clock.ts';
import { Card, Page, Toolbar } from '#platform/web/ui/page.tsx';
import { EmptyState, ErrorState, LoadingPage } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { businessHoursApi, type BusinessCalendar } from '../contract.ts';
import { CalendarCard } from './calendar-card.tsx';
import { CalendarEditor } from './calendar-editor.tsx';
import './business-hours.css';

/** When somebody is there: each calendar with what it says now, and who follows it. */
export default function HoursPage() {
  const t = useText();
  const nowMs = useMinuteClock();
  const mayEdit = useCan()('business-hours.edit');
  const { data, error, refetch } = useEndpoint(businessHoursApi.list, {}, { handlesFailures: true });
  const targets = useEndpoint(businessHoursApi.targets, {}, { handlesFailures: true }).data ?? {
    groups: [],
    numbers: [],
  };
  const [edited, setEdited] = useState<BusinessCalendar | 'new' | null>(null);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingPage />;

  const add = mayEdit && (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {t('business-hours.add')}
    </Button>
  );
  return (
    <Page>
      <Toolbar actions={data.length > 0 && add}>
        <p>{t('business-hours.lead')}</p>
      </Toolbar>
      {data.length === 0 && (
        <Card>
          <EmptyState
            icon={<CalendarClock size={22} />}
            title={t('business-hours.none')}
            hint={t('business-hours.noneHint')}
            action={add}
          />
        </Card>
      )}
      <div className="calendars">
        {data.map((calendar) => (
          <CalendarCard
            key={calendar.id}
            calendar={calendar}
            targets={targets}
            nowMs={nowMs}
            onEdit={mayEdit ? () => setEdited(calendar) : null}
          />
        ))}
      </div>
      {edited && (
        <CalendarEditor
          calendar={edited === 'new' ? null : edited}
          isFirst={data.length === 0}
          targets={targets}
          onClose={() => setEdited(null)}
        />
      )}
    </Page>
  );
}
