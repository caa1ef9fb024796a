import { Button } from '@mantine/core';
import { useCallback } from 'react';
import { Link } from 'react-router';
import { dayOf, startOfDay } from '#core/calendar/day-range.ts';
import { FigureTile, FigureTiles } from '#platform/web/figures/figure-tile.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { useMinuteClock } from '#platform/web/minute-clock.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { browserZone } from '#platform/web/zone.ts';
import { dashboardApi, type Dashboard } from '../../contract.ts';
import { serviceLevel, unansweredOf } from '#core/figures/call-figures.ts';
import { groupsInTrouble } from '#core/figures/trouble.ts';
import { useLiveDashboard } from '../use-live.ts';
import './team-day-card.css';

const PAGE = '/data/dashboard';
const SHOWN_GROUPS = 5;
const quiet = { handlesFailures: true };

/** How the team does: who waits now, today beside yesterday, and which groups need a look. */
export default function TeamDayCard() {
  const t = useText();
  const format = useFormat();
  const zone = useViewer()?.timeZone || browserZone();
  const day = dayOf(useMinuteClock(), zone);
  const before = dayOf(startOfDay(day, zone) - 1, zone);
  const now = useEndpoint(dashboardApi.now, {}, quiet).data;
  const today = useEndpoint(dashboardApi.figures, { from: day, to: day, zone }, quiet);
  const yesterday = useEndpoint(dashboardApi.figures, { from: before, to: before, zone }, quiet).data?.total;
  useLiveDashboard(useCallback(() => {}, []));
  const than = (value: string | undefined) => value && t('dashboard.home.yesterday', { value });
  if (today.error && !today.data)
    return (
      <Card title={t('dashboard.home.team')}>
        <ErrorState error={today.error} onRetry={() => void today.refetch()} />
      </Card>
    );
  const total = today.data?.total;
  const goThere = (
    <Button component={Link} to={PAGE} variant="default" size="xs">
      {t('dashboard.menu')}
    </Button>
  );
  return (
    <Card title={t('dashboard.home.team')} actions={goThere}>
      {!total || !now ? (
        <LoadingLines lines={2} />
      ) : (
        <>
          <FigureTiles>
            <FigureTile
              title={t('dashboard.now.waiting')}
              hint={t('dashboard.now.waitingHint')}
              value={format.number(now.waiting)}
              note={t('dashboard.home.people', { free: now.free, talking: now.talking })}
              to={PAGE}
            />
            <FigureTile
              title={t('dashboard.figure.ended')}
              hint={t('dashboard.hint.ended')}
              value={format.number(total.ended)}
              note={than(yesterday && format.number(yesterday.ended))}
              to={PAGE}
            />
            <FigureTile
              title={t('dashboard.figure.unanswered')}
              hint={t('dashboard.hint.unanswered')}
              value={format.number(unansweredOf(total))}
              note={than(yesterday && format.number(unansweredOf(yesterday)))}
              to={PAGE}
            />
            <FigureTile
              title={t('dashboard.figure.serviceLevel')}
              hint={t('dashboard.hint.serviceLevel')}
              value={format.percent(serviceLevel(total))}
              note={than(yesterday && format.percent(serviceLevel(yesterday)))}
              to={PAGE}
            />
          </FigureTiles>
          <Trouble groups={today.data!.groups} />
        </>
      )}
    </Card>
  );
}

/** What goes wrong, each with the way to its figures. */
function Trouble({ groups }: { groups: Dashboard['groups'] }) {
  const t = useText();
  const format = useFormat();
  const shown = groupsInTrouble(groups)
    .filter(({ id }) => id > 0)
    .slice(0, SHOWN_GROUPS);
  if (shown.length === 0) return <p className="team-well">{t('dashboard.home.allWell')}</p>;
  return (
    <ul className="team-trouble">
      {shown.map((group) => (
        <li key={group.id}>
          <Link to={`${PAGE}?group=${group.id}`}>
            <b>{group.name}</b>
            <span>
              {t('dashboard.home.trouble', {
                unanswered: unansweredOf(group),
                level: format.percent(serviceLevel(group)),
              })}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
