import { Link } from 'react-router';
import { NowFigures } from '#platform/web/figures/now-figures.tsx';
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
  const oldest = data?.oldestAt && `${t('dashboard.now.oldest')} ${format.time(data.oldestAt)}`;
  const heading = can('monitoring.view') ? (
    <Link to="/seating/seatStatus" data-hint={t('dashboard.now.board')}>
      {t('dashboard.now.title')}
    </Link>
  ) : (
    t('dashboard.now.title')
  );
  return (
    <NowFigures
      label={t('dashboard.now.title')}
      heading={heading}
      figures={figures.map((name) => ({
        name,
        title: t(`dashboard.now.${name}`),
        hint: t(`dashboard.now.${name}Hint`),
        tone: tones[name],
        value: data?.[name],
        more: name === 'waiting' ? oldest : undefined,
      }))}
    />
  );
}
