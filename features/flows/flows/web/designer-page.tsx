import { useState } from 'react';
import { useParams } from 'react-router';
import { ErrorState, LoadingPage } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { Failure } from '#shared/failure.ts';
import { flowsApi, type FlowDetail } from '../contract.ts';
import { wasPrefetched } from './prefetch-flow.ts';
import { Designer } from './designer/designer.tsx';

interface Opened {
  detail: FlowDetail;
  times: number;
}

/** What was asked for while this code came is from now. */
const AHEAD_MS = 30_000;

/** One flow, being designed. */
export default function DesignerPage() {
  const id = Number(useParams()['flowId']);
  const isId = Number.isSafeInteger(id) && id > 0;
  // Each visit begins with what the server has now; from there on the canvas is the truth, until somebody else's is wanted.
  const [staleMs] = useState(() => (wasPrefetched(id) ? AHEAD_MS : 0));
  const { data, error, refetch, isFetching } = useEndpoint(
    flowsApi.query,
    { id },
    { handlesFailures: true, enabled: isId, staleMs },
  );
  const [opened, setOpened] = useState<Opened | null>(null);
  const isOpen = opened?.detail.id === id;
  if (!isOpen && data && !isFetching) setOpened({ detail: data, times: 0 });
  if (!isId) return <ErrorState error={new Failure('notFound')} />;
  if (!isOpen && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!isOpen) return <LoadingPage />;
  const reload = async (): Promise<void> => {
    const { data: detail } = await refetch();
    if (detail) setOpened((before) => ({ detail, times: (before?.times ?? 0) + 1 }));
  };
  return (
    <Designer
      key={`${id} ${opened.times}`}
      detail={opened.detail}
      latest={data ?? opened.detail}
      onReload={() => void reload()}
    />
  );
}
