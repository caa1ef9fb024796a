import { useState } from 'react';
import { useParams } from 'react-router';
import { ErrorState, LoadingPage } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { flowsApi } from '../contract.ts';
import { Designer } from './designer/designer.tsx';

/** One flow, being designed. */
export default function DesignerPage() {
  const id = Number(useParams()['flowId']);
  const [opened, setOpened] = useState(0);
  // What is on the canvas is the truth while it is open: it is asked for once, and again only when somebody else's is wanted.
  const { data, error, refetch, isFetching } = useEndpoint(flowsApi.query, { id }, { handlesFailures: true, enabled: Number.isSafeInteger(id), staleMs: Infinity });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data || (isFetching && opened === 0)) return <LoadingPage />;
  return <Designer key={`${id} ${opened}`} detail={data} onReload={() => void refetch().then(() => setOpened((times) => times + 1))} />;
}
