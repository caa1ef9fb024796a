import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { ErrorState, LoadingPage } from '#platform/web/ui/states.tsx';
import { keyOf, useEndpoint } from '#platform/web/use-endpoint.ts';
import { flowsApi } from '../contract.ts';
import { Designer } from './designer/designer.tsx';

/** One flow, being designed. */
export default function DesignerPage() {
  const id = Number(useParams()['flowId']);
  return <OneFlow key={id} id={id} />;
}

function OneFlow({ id }: { id: number }) {
  const client = useQueryClient();
  const [opened, setOpened] = useState(0);
  const [isOpen, setOpen] = useState(false);
  // What is on the canvas is the truth while it is open: it is asked for once, and again only when somebody else's is wanted.
  const { data, error, refetch, isFetching } = useEndpoint(flowsApi.query, { id }, { handlesFailures: true, enabled: Number.isSafeInteger(id), staleMs: Infinity });
  // The next visit begins with what was saved last, not with what this one began with.
  useEffect(() => () => void client.invalidateQueries({ queryKey: keyOf(flowsApi.query, { id }), refetchType: 'none' }), [client, id]);
  if (data && !isFetching && !isOpen) setOpen(true);
  if (error && !isOpen) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data || !isOpen) return <LoadingPage />;

  async function reload(): Promise<void> {
    const again = await refetch();
    if (again.error) handleFailure(again.error);
    else setOpened((times) => times + 1);
  }
  return <Designer key={opened} detail={data} onReload={() => void reload()} />;
}
