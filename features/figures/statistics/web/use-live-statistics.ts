import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { DASHBOARD_CHANGED } from '#features/voice/dashboard/contract.ts';
import { throttledReads } from '#platform/web/throttled-reads.ts';
import { keyOf } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { LOST_CALLERS_CHANGED, statisticsApi, type StatReportName } from '../contract.ts';

/** Reads a report anew when calls end or statuses change, and the lost callers when somebody worked on one; `onChange` is called each time. */
export function useLiveStatistics(report: StatReportName, onChange: () => void): void {
  const client = useQueryClient();
  useEffect(() => {
    const again = (...endpoints: Pick<Endpoint, 'path'>[]) =>
      Promise.all(endpoints.map((one) => client.invalidateQueries({ queryKey: keyOf(one) }))).then(() => {});
    const lost = throttledReads(() => again(statisticsApi.lostCallers));
    const figures = throttledReads(() => {
      onChange();
      return again(statisticsApi[report], statisticsApi.lostCallers);
    });
    const stops = [
      onEvent(DASHBOARD_CHANGED, figures.refresh),
      onEvent(LOST_CALLERS_CHANGED, lost.refresh),
      figures.stop,
      lost.stop,
    ];
    return () => stops.forEach((stop) => stop());
  }, [client, onChange, report]);
}
