import { ActionIcon, Button, Group } from '@mantine/core';
import { CalendarClock, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { openingOf } from '#core/calendar/business-hours.ts';
import { useText } from '#platform/web/i18n.ts';
import { useMinuteClock } from '#platform/web/minute-clock.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { Card, Page, Toolbar } from '#platform/web/ui/page.tsx';
import { EmptyState, ErrorState, LoadingPage } from '#platform/web/ui/states.tsx';
import { clockText, dayName } from '#platform/web/ui/week-hours.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { businessHoursApi, type BusinessCalendar } from '../contract.ts';
import { CalendarEditor } from './calendar-editor.tsx';
import { openingText } from './opening-text.ts';
import '#platform/web/ui/fact-list.css';
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
  const remove = useCommand(businessHoursApi.delete, {
    invalidates: [businessHoursApi.list],
    done: 'business-hours.removed',
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingPage />;

  const askRemove = async ({ id, name }: BusinessCalendar) => {
    if (
      await confirm({
        title: t('business-hours.removeAsk', { name }),
        body: t('business-hours.removeAskHint'),
        yes: t('ui.delete'),
        danger: true,
      })
    )
      remove.mutate({ id });
  };
  const followers = ({ groupIds, numberIds }: BusinessCalendar): string[] => [
    ...targets.groups.filter(({ id }) => groupIds.includes(id)).map(({ name }) => name),
    ...targets.numbers
      .filter(({ id }) => numberIds.includes(id))
      .map(({ number, remark }) => (remark ? `+${number} (${remark})` : `+${number}`)),
  ];
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
        {data.map((calendar) => {
          const opening = openingOf(calendar, nowMs);
          return (
            <Card key={calendar.id}>
              <article className="calendar" aria-label={calendar.name}>
                <header>
                  <h2>{calendar.name}</h2>
                  {calendar.isDefault && <Badge tone="blue">{t('business-hours.default')}</Badge>}
                  <Badge tone={opening.open ? 'green' : 'grey'}>{openingText(t, opening, calendar.timeZone)}</Badge>
                  {mayEdit && (
                    <Group gap={4} ml="auto">
                      <ActionIcon
                        variant="subtle"
                        aria-label={t('business-hours.editOne', { name: calendar.name })}
                        onClick={() => setEdited(calendar)}
                      >
                        <Pencil size={16} />
                      </ActionIcon>
                      <ActionIcon
                        variant="subtle"
                        color="red"
                        aria-label={t('business-hours.deleteOne', { name: calendar.name })}
                        onClick={() => void askRemove(calendar)}
                      >
                        <Trash2 size={16} />
                      </ActionIcon>
                    </Group>
                  )}
                </header>
                <dl className="fact-list">
                  <div>
                    <dt>{t('business-hours.field.weekly')}</dt>
                    <dd>
                      {calendar.weekly.length === 0
                        ? t('business-hours.never')
                        : calendar.weekly.map(({ day, from, to }, at) => (
                            <span key={at}>
                              {dayName(day, 'short')} {clockText(from)}–{clockText(to % 1_440)}
                            </span>
                          ))}
                      <small>{calendar.timeZone}</small>
                    </dd>
                  </div>
                  <div>
                    <dt>{t('business-hours.field.holidays')}</dt>
                    <dd>
                      {calendar.holidays.length === 0
                        ? '–'
                        : t('business-hours.holidays', { count: calendar.holidays.length })}
                    </dd>
                  </div>
                  <div>
                    <dt>{t('business-hours.field.closed')}</dt>
                    <dd>
                      {calendar.closed.kind === 'group'
                        ? t('business-hours.closed.toGroup', {
                            name:
                              targets.groups.find(
                                ({ id }) => calendar.closed.kind === 'group' && id === calendar.closed.groupId,
                              )?.name ?? '',
                          })
                        : t(`business-hours.closed.${calendar.closed.kind}`)}
                    </dd>
                  </div>
                  <div>
                    <dt>{t('business-hours.field.followers')}</dt>
                    <dd>
                      {followers(calendar).join(', ') || (calendar.isDefault ? t('business-hours.everybodyElse') : '–')}
                    </dd>
                  </div>
                </dl>
              </article>
            </Card>
          );
        })}
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
