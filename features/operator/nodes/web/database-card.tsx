import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import type { DatabaseHealth } from '../contract.ts';

const tones = { following: 'green', behind: 'warning', unknown: 'grey', away: 'red' } as const;

/** Where the installation writes, who may take over, and how the copies are that answer reports and exports. */
export function DatabaseCard({ database: { primary, standbys, moves, replicas, pool } }: { database: DatabaseHealth }) {
  const t = useText();
  const format = useFormat();
  return (
    <Card title={t('nodes.database.title')}>
      <ul className="nodes-database">
        <li>
          <Badge look="dot" tone={primary === null ? 'red' : 'green'}>
            {primary === null ? t('nodes.database.noPrimary') : t('nodes.database.primary', { host: primary })}
          </Badge>
          {standbys.length > 0 && <span>{t('nodes.database.standbys', { hosts: standbys.join(', ') })}</span>}
          {moves > 0 && <span>{t('nodes.database.moves', { count: moves })}</span>}
        </li>
        {replicas.map(({ name, state, behindBytes, behindSec }) => (
          <li key={name}>
            <Badge look="dot" tone={tones[state]}>
              {t(`nodes.database.state.${state}`)}
            </Badge>
            <span>{t('nodes.database.replica', { host: name })}</span>
            {Boolean(behindBytes) && (
              <span>
                {t('nodes.database.behind', {
                  size: format.bytes(behindBytes),
                  time: format.span((behindSec ?? 0) * 1_000),
                })}
              </span>
            )}
          </li>
        ))}
        <li>
          <span>
            {t('nodes.database.pool', { used: format.number(pool.used), most: format.number(pool.most) })}
            {pool.waiting > 0 && ` ${t('nodes.database.waiting', { count: pool.waiting })}`}
          </span>
        </li>
      </ul>
    </Card>
  );
}
