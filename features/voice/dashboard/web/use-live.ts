import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { WAITING_CHANGED } from '#features/team/agent-groups/contract.ts';
import { BOARD_CHANGED } from '#features/team/agent-status/contract.ts';
import { throttledReads } from '#platform/web/throttled-reads.ts';
import { keyOf } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { DASHBOARD_CHANGED, dashboardApi } from '../contract.ts';

/** Reads anew what changed: lines and agents for this moment, finished calls for the figures. `onFigures` is called when figures are read. */
export function useLiveDashboard(onFigures: () => void): void {
  const client = useQueryClient();
  useEffect(() => {
    const again = (...endpoints: Pick<Endpoint, 'path'>[]) =>
      Promise.all(endpoints.map((one) => client.invalidateQueries({ queryKey: keyOf(one) }))).then(() => {});
    const now = throttledReads(() => again(dashboardApi.now));
    const figures = throttledReads(() => {
      onFigures();
      return again(dashboardApi.figures, dashboardApi.timeline);
    });
    const both = () => (now.refresh(), figures.refresh());
    const stops = [
      onEvent(DASHBOARD_CHANGED, both),
      onEvent(WAITING_CHANGED, now.refresh),
      onEvent(BOARD_CHANGED, now.refresh),
      now.stop,
      figures.stop,
    ];
    return () => stops.forEach((stop) => stop());
  }, [client, onFigures]);
}
