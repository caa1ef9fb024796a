import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { backupsApi } from '../../contract.ts';
import { kindText } from './kind-text.ts';
import { StoppedList } from './stopped-list.tsx';

/** What the product cannot know of the time that was lost. */
const looks = [
  { key: 'backups.left.payments', to: '/operator/payments' },
  { key: 'backups.left.bills', to: '/operator/bills' },
  { key: 'backups.left.lines', to: '/operator/lines' },
] as const;

/** After a restore was released: what went out, and what is left to do by hand until somebody puts the list away. */
export function ReleasedCard() {
  const t = useText();
  const format = useFormat();
  const { data } = useEndpoint(backupsApi.released, {}, { handlesFailures: true });
  const putAway = useCommand(backupsApi.putAway, { invalidates: [backupsApi.released], done: 'backups.left.done' });
  if (!data) return null;
  const { restoredTo, releasedAt, kinds, campaigns } = data;
  return (
    <Card
      title={t('backups.left.title')}
      actions={
        <Button variant="default" loading={putAway.isPending} onClick={() => putAway.mutate({})}>
          {t('backups.left.putAway')}
        </Button>
      }
    >
      <div className="backup-parts">
        <p className="backup-words">
          {t('backups.left.lead', {
            restored: format.dateTime(restoredTo ?? releasedAt),
            released: format.dateTime(releasedAt),
          })}
        </p>
        <ul className="backup-kinds">
          {kinds.map(({ task, released, forgotten }) => (
            <li key={task}>
              {kindText(task)}
              <small className="figures">
                {t('backups.left.counts', {
                  released: format.number(released),
                  forgotten: format.number(forgotten),
                })}
              </small>
            </li>
          ))}
          {kinds.length === 0 && <li>{t('backups.left.nothing')}</li>}
        </ul>
        <StoppedList campaigns={campaigns} />
        {campaigns.length === 0 && <p className="backup-words">{t('backups.left.campaignsRun')}</p>}
        <ul className="backup-kinds">
          {looks.map(({ key, to }) => (
            <li key={key}>
              <span>{t(key)}</span>
              <Link to={to}>{t('backups.open')}</Link>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
