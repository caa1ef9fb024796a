import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keyOf, useEndpoint } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { customerFilesApi, IMPORT_PROGRESS, type CustomerImport, type ImportPreview } from '../../contract.ts';

/** News come by themselves; this is for those that were lost. */
const ASK_AGAIN_MS = 3_000;

/** The server works on it at this moment. */
export const isRunning = ({ state }: Pick<CustomerImport, 'state'>): boolean =>
  state === 'checking' || state === 'importing';

/** An import as it stands, kept up to date while it runs. */
export function useImport(id: number) {
  const client = useQueryClient();
  const key = keyOf(customerFilesApi.preview, { id });
  const running = client.getQueryData<ImportPreview>(key)?.import;
  const answer = useEndpoint(
    customerFilesApi.preview,
    { id },
    {
      handlesFailures: true,
      enabled: Number.isSafeInteger(id),
      ...(running && isRunning(running) ? { everyMs: ASK_AGAIN_MS } : {}),
    },
  );
  const setImport = (now: CustomerImport) =>
    client.setQueryData<ImportPreview>(
      keyOf(customerFilesApi.preview, { id: now.id }),
      (before) => before && { ...before, import: now },
    );
  useEffect(
    () =>
      onEvent<CustomerImport>(IMPORT_PROGRESS, (now) => {
        if (now.id === id)
          client.setQueryData<ImportPreview>(
            keyOf(customerFilesApi.preview, { id }),
            (before) => before && { ...before, import: now },
          );
      }),
    [client, id],
  );
  return { ...answer, setImport: setImport };
}
