import { useQueryClient, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  agentGroupsApi,
  LINE_CHANGED,
  MY_GROUPS_CHANGED,
  type LineNow,
  type MyWaiting,
} from '#features/team/agent-groups/contract.ts';
import { invalidate, keyOf, useEndpoint } from '#platform/web/use-endpoint.ts';
import { EVENTS_BEGIN, onEvent } from '#platform/web/user-events.ts';
import { useCan } from '#platform/web/viewer.ts';

/** The lines after one of them changed; `asks`: whom the group promised to call back is another, and only the server knows. */
export function withLine(before: MyWaiting, line: LineNow): { lines: MyWaiting; asks: boolean } {
  const known = before.groups.find(({ groupId }) => groupId === line.groupId);
  if (!known) return { lines: before, asks: false };
  return {
    lines: { ...before, groups: before.groups.map((group) => (group === known ? { ...group, ...line } : group)) },
    asks: known.callbacksMark !== line.callbacksMark,
  };
}

/** The lines of my groups as they stand: asked for once, told from then on. What was missed while the line was cut is told again, or all is asked anew. */
export function useLines(): UseQueryResult<MyWaiting> | null {
  const may = useCan()('agent-groups.use');
  const client = useQueryClient();
  const lines = useEndpoint(agentGroupsApi.myWaiting, {}, { enabled: may, staleMs: 0, handlesFailures: true });
  useEffect(() => {
    const stops = [
      onEvent<LineNow>(LINE_CHANGED, (line) => applyLine(client, line)),
      ...[MY_GROUPS_CHANGED, EVENTS_BEGIN].map((kind) => onEvent(kind, () => void askAnew(client))),
    ];
    return () => stops.forEach((stop) => stop());
  }, [client]);
  return may ? lines : null;
}

function applyLine(client: QueryClient, line: LineNow): void {
  const queryKey = keyOf(agentGroupsApi.myWaiting, {});
  // An answer on its way may be older than the news.
  if (client.isFetching({ queryKey }) > 0) return void askAnew(client);
  const before = client.getQueryData<MyWaiting>(queryKey);
  if (!before) return;
  const { lines, asks } = withLine(before, line);
  if (lines !== before) client.setQueryData(queryKey, lines);
  if (asks) void askAnew(client);
}

async function askAnew(client: QueryClient): Promise<void> {
  await client.cancelQueries({ queryKey: keyOf(agentGroupsApi.myWaiting) });
  await invalidate(agentGroupsApi.myWaiting, undefined, client);
}
