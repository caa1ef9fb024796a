import { Link } from 'react-router';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { usePage } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { dashboardApi } from '../../contract.ts';

const figures = ['waiting', 'callbacks', 'talking', 'wrappingUp', 'free', 'away'] as const;
const tones = {
  waiting: 'violet',
  callbacks: 'violet',
  talking: 'blue',
  wrappingUp: 'warning',
  free: 'green',
  away: 'red',
} as const satisfies Record<(typeof figures)[number], string>;

/** How it is at this moment; told by pushes. */
export function NowStrip({ groupId }: { groupId: number | undefined }) {
  const t = useText();
  const format = useFormat();
  const can = useCan();
  const { data } = usePage(dashboardApi.now, groupId ? { group_id: groupId } : {});
  return (
    <section className="dash-now" aria-label={t('dashboard.now.title')}>
      <h2>
        {can('monitoring.view') ? (
          <Link to="/seating/seatStatus" data-hint={t('dashboard.now.board')}>
            {t('dashboard.now.title')}
          </Link>
        ) : (
          t('dashboard.now.title')
        )}
      </h2>
      <dl>
        {figures.map((name) => (
          <div key={name} data-tone={tones[name]} data-none={!data?.[name] || undefined}>
            <dt data-hint={t(`dashboard.now.${name}Hint`)}>{t(`dashboard.now.${name}`)}</dt>
            <dd className="figures">
              {format.number(data?.[name])}
              {name === 'waiting' && data?.oldestAt && (
                <small>
                  {t('dashboard.now.oldest')} {format.time(data.oldestAt)}
                </small>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
