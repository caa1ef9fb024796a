import { useDeferredValue, useMemo } from 'react';
import { problemsOf } from '../../core/problems.ts';
import type { Flow } from '#core/flow/flow.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { flowsApi } from '../../contract.ts';
import type { FlowProblem } from '../../core/problems.ts';

/** The problems of a flow, and the flow they were found in. */
export function useFound(id: number, flow: Flow): { settled: Flow; found: readonly FlowProblem[] } {
  // Looking for problems may wait for the hand that types.
  const settled = useDeferredValue(flow);
  // What it names that is gone only the server knows.
  const gone = useEndpoint(flowsApi.problems, { id: id }, { handlesFailures: true }).data;
  const found = useMemo(
    (): FlowProblem[] => [
      ...problemsOf(settled),
      ...(gone ?? [])
        .filter(({ text }) => text === 'goneReference' || text === 'goneSpeech')
        .map(({ nodeId, text, field, values }) => ({
          nodeId,
          problem: { text, ...(field === undefined ? {} : { field }), ...(values === undefined ? {} : { values }) },
        })),
    ],
    [settled, gone],
  );
  return { settled, found };
}
