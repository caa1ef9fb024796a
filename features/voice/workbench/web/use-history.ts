import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callLabelsApi, type ChosenLabel } from '#features/voice/call-labels/contract.ts';
import { CALL_RECORD_ADDED, callRecordsApi, type CallRecord } from '#features/voice/call-records/contract.ts';
import { CALLS_CHANGED, callsApi, type CallNote } from '#features/voice/calls/contract.ts';
import { invalidate, keyOf, useEndpoint } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { useCan } from '#platform/web/viewer.ts';
import { answeredCall, historyOf, type Subject } from './subject.ts';

const SHOWN = 30;

/** Everything known about the customer: their calls, newest first, with what was written and how they were labelled. */
export interface CustomerHistory {
  calls: readonly CallRecord[];
  total: number;
  totalCapped: boolean;
  /** The call the workbench is about, once it is in the book. */
  own: CallRecord | undefined;
  notes: ReadonlyMap<string, CallNote>;
  labels: ReadonlyMap<string, ChosenLabel>;
  isLoading: boolean;
  error: unknown;
  retry: () => void;
}

/** Who it is: as the call says, else as the newest call with a name did. */
export const nameOf = ({ name }: Subject, { calls }: CustomerHistory): string =>
  name || (calls.find(({ customerName }) => customerName)?.customerName ?? '');

export function useHistory(subject: Subject | null): CustomerHistory {
  const can = useCan();
  const asked = subject && historyOf(subject);
  const page = useEndpoint(
    callRecordsApi.customerDetailPage,
    { page: 1, size: SHOWN, ...asked },
    { enabled: asked !== null && can('call-records.use'), handlesFailures: true },
  );
  const calls = page.data?.list ?? [];
  const callIds = [
    ...new Set([...calls.map(({ callId }) => callId), ...(subject?.callId ? [subject.callId] : [])]),
  ].sort();
  const mine = subject && answeredCall(subject);
  const notes = useEndpoint(
    callsApi.customerNotes,
    { callId: mine ?? '' },
    { enabled: mine !== null && can('calls.use'), handlesFailures: true },
  ).data;
  const labels = useEndpoint(
    callLabelsApi.ofCalls,
    { callIds },
    { enabled: callIds.length > 0 && can('call-labels.use'), keepPrevious: true, handlesFailures: true },
  ).data;
  // A call that has ended is in the book now, with its length and its recording.
  const client = useQueryClient();
  useEffect(() => onEvent(CALL_RECORD_ADDED, () => void askAnew(client)), [client]);
  // The book may be a moment behind a call that begins: what was refused is asked again when the call goes on.
  const { isError, refetch } = page;
  useEffect(() => (isError ? onEvent(CALLS_CHANGED, () => void refetch()) : undefined), [isError, refetch]);
  return {
    calls,
    total: page.data?.total ?? 0,
    totalCapped: page.data?.totalCapped ?? false,
    own: calls.find(({ callId }) => callId === subject?.callId),
    notes: new Map((notes ?? []).map((note) => [note.callId, note])),
    labels: new Map((labels ?? []).map((label) => [label.callId, label])),
    isLoading: page.isLoading,
    error: page.error,
    retry: () => void page.refetch(),
  };
}

/** An answer that is on its way may be older than the news. */
async function askAnew(client: QueryClient): Promise<void> {
  await client.cancelQueries({ queryKey: keyOf(callRecordsApi.customerDetailPage) });
  await invalidate(callRecordsApi.customerDetailPage, undefined, client);
}
