import { ActionIcon, Group } from '@mantine/core';
import { Pencil, Trash2 } from 'lucide-react';
import { openingOf } from '#core/calendar/business-hours.ts';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import type { DataOf } from '#platform/web/call.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import { clockText, dayName } from '#platform/web/ui/week-hours.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { businessHoursApi, type BusinessCalendar } from '../contract.ts';
import { openingText } from './opening-text.ts';
import '#platform/web/ui/fact-list.css';

type Targets = DataOf<typeof businessHoursApi.targets>;

interface CalendarCardProps {
  calendar: BusinessCalendar;
  /** Who can follow a calendar. */
  targets: Targets;
  nowMs: number;
  /** Null for those who only read. */
  onEdit: (() => void) | null;
}

/** The names of those that follow a calendar by their own choice. */
const followersOf = ({ groupIds, numberIds }: BusinessCalendar, { groups, numbers }: Targets): string[] => [
  ...groups.filter(({ id }) => groupIds.includes(id)).map(({ name }) => name),
  ...numbers
    .filter(({ id }) => numberIds.includes(id))
    .map(({ number, remark }) => (remark ? `${spokenNumber(number)} (${remark})` : spokenNumber(number))),
];

/** A calendar with what it says now, and who follows it. */
export function CalendarCard({ calendar, targets, nowMs, onEdit }: CalendarCardProps) {
  const t = useText();
  const opening = openingOf(calendar, nowMs);
  const followers = followersOf(calendar, targets);
  const remove = useCommand(businessHoursApi.delete, {
    invalidates: [businessHoursApi.list],
    done: 'business-hours.removed',
  });
  const askRemove = async () => {
    if (
      await confirm({
        title: t('business-hours.removeAsk', { name: calendar.name }),
        body: t('business-hours.removeAskHint'),
        yes: t('ui.delete'),
        danger: true,
      })
    )
      remove.mutate({ id: calendar.id });
  };
  return (
    <Card>
      <article className="calendar" aria-label={calendar.name}>
        <header>
          <h2>{calendar.name}</h2>
          {calendar.isDefault && <Badge tone="blue">{t('business-hours.default')}</Badge>}
          <Badge tone={opening.open ? 'green' : 'grey'}>{openingText(t, opening, calendar.timeZone)}</Badge>
          {onEdit && (
            <Group gap={4} ml="auto">
              <ActionIcon
                variant="subtle"
                aria-label={t('business-hours.editOne', { name: calendar.name })}
                onClick={onEdit}
              >
                <Pencil size={16} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="red"
                aria-label={t('business-hours.deleteOne', { name: calendar.name })}
                onClick={() => void askRemove()}
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
              {calendar.holidays.length === 0 ? '–' : t('business-hours.holidays', { count: calendar.holidays.length })}
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
            <dd>{followers.join(', ') || (calendar.isDefault ? t('business-hours.everybodyElse') : '–')}</dd>
          </div>
        </dl>
      </article>
    </Card>
  );
}
