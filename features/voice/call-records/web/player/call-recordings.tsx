import { useState } from 'react';
import { LoadingLines, ErrorState } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { callRecordsApi } from '../../contract.ts';
import { keyHolder } from './player-keys.ts';
import Recordings from './recordings.tsx';

/** The recordings of a call, for pages of other capabilities. */
export default function CallRecordings({ callId }: { callId: string }) {
  const [keys] = useState(keyHolder);
  const { data, error, refetch } = useEndpoint(callRecordsApi.detail, { callId }, { handlesFailures: true });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return data ? <Recordings call={data} keys={keys} /> : <LoadingLines />;
}
