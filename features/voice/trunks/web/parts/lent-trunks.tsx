import { Button } from '@mantine/core';
import { routesApi } from '#features/voice/call-routes/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { trunksApi, type LentTrunk } from '../../contract.ts';

/** Trunks of the installation that the team may use and does not yet. */
export function LentTrunks({ lent }: { lent: readonly LentTrunk[] }) {
  const t = useText();
  const mayEdit = useCan()('routes.edit');
  const use = useCommand(routesApi.createTrunk, {
    invalidates: [routesApi.listTrunks, trunksApi.list],
    done: 'trunks.lent.used',
  });
  const free = lent.filter(({ isUsed }) => !isUsed);
  if (free.length === 0) return null;
  return (
    <Card title={t('trunks.lent.title')}>
      <p className="trunk-doorway-lead">{t('trunks.lent.lead')}</p>
      <ul className="trunk-lent">
        {free.map(({ carrier, name, domain, isUp }) => (
          <li key={carrier}>
            <span>
              <b>{name}</b> <small>{domain}</small>
            </span>
            <Badge look="dot" tone={isUp ? 'green' : 'red'}>
              {t(isUp ? 'trunks.says.lentUp' : 'trunks.says.lentDown')}
            </Badge>
            {mayEdit && (
              <Button
                variant="default"
                loading={use.isPending}
                onClick={() =>
                  use.mutate({
                    path: 'line.create',
                    name,
                    carrier,
                    enabled: true,
                    maxCalls: null,
                    callsPerSec: null,
                    emergency: false,
                    emergencyAddress: '',
                  })
                }
              >
                {t('trunks.lent.use', { name })}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
