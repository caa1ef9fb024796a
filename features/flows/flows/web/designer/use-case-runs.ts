import { useEffect } from 'react';
import { invalidate, useEndpoint } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { CASES_PLAYED, flowsApi, type CaseRun } from '../../contract.ts';

const none: CaseRun[] = [];

/** How kept conversations of a flow went, the latest first; moves while some are played. */
export function useCaseRuns(id: number): readonly CaseRun[] {
  const runs = useEndpoint(flowsApi.caseRuns, { id, page: 1, size: 50 }, { staleMs: 0 }).data?.list ?? none;
  useEffect(
    () =>
      onEvent<{ done: number; total: number }>(CASES_PLAYED, ({ done, total }) => {
        void invalidate(flowsApi.caseRuns);
        void invalidate(flowsApi.caseRun);
        // Whoever publishes is told how they went.
        if (done !== total) return;
        void invalidate(flowsApi.query);
        void invalidate(flowsApi.versions);
      }),
    [],
  );
  return runs;
}
