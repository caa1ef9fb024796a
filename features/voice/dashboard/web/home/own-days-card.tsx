import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { LINE_CHANGED } from '#features/team/agent-groups/contract.ts';
import { CALL_RECORD_ADDED } from '#features/voice/call-records/contract.ts';
import { FigureTile, FigureTiles } from '#platform/web/figures/figure-tile.tsx';
import { duration, useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { throttledReads } from '#platform/web/throttled-reads.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { keyOf, useEndpoint } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { useCan, useViewer } from '#platform/web/viewer.ts';
import { browserZone } from '#platform/web/zone.ts';
import { dashboardApi } from '../../contract.ts';

/** Read anew when a call of mine is over, or somebody comes into a line of mine. */
function useLiveOwnDays(): void {
  const client = useQueryClient();
  useEffect(() => {
    const again = throttledReads(() => client.invalidateQueries({ queryKey: keyOf(dashboardApi.ownDays) }));
    const stops = [onEvent(CALL_RECORD_ADDED, again.refresh), onEvent(LINE_CHANGED, again.refresh), again.stop];
    return () => stops.forEach((stop) => stop());
  }, [client]);
}

/** How my own day goes, beside my yesterday. */
export default function OwnDaysCard() {
  const t = useText();
  const format = useFormat();
  const can = useCan();
  const zone = useViewer()?.timeZone || browserZone();
  const { data, error, refetch } = useEndpoint(dashboardApi.ownDays, { zone }, { handlesFailures: true });
  useLiveOwnDays();
  const records = can('call-records.use') ? '/record' : undefined;
  const yesterday = (value: string) => t('dashboard.home.yesterday', { value });
  return (
    <Card title={t('dashboard.home.own')}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingLines lines={2} />}
      {data && (
        <FigureTiles>
          <FigureTile
            title={t('dashboard.now.waiting')}
            hint={t('dashboard.home.waitingHint')}
            value={format.number(data.waiting)}
            to="/workBench"
          />
          <FigureTile
            title={t('dashboard.home.talked')}
            hint={t('dashboard.home.talkedHint')}
            value={format.number(data.today.talked)}
            note={yesterday(format.number(data.yesterday.talked))}
            to={records}
          />
          <FigureTile
            title={t('dashboard.home.talkTime')}
            hint={t('dashboard.home.talkTimeHint')}
            value={duration(data.today.talkSec)}
            note={yesterday(duration(data.yesterday.talkSec))}
          />
          <FigureTile
            title={t('dashboard.home.missed')}
            hint={t('dashboard.home.missedHint')}
            value={format.number(data.today.missed)}
            note={yesterday(format.number(data.yesterday.missed))}
            to={records}
          />
        </FigureTiles>
      )}
    </Card>
  );
}
