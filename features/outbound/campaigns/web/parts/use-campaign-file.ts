import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keyOf, useEndpoint } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { CAMPAIGN_IMPORT_PROGRESS, campaignsApi, type CampaignFile, type CampaignImport } from '../../contract.ts';

/** News come by themselves; this is for those that were lost. */
const ASK_AGAIN_MS = 3_000;

/** The server works on it at this moment. */
export const isAtWork = ({ state }: Pick<CampaignImport, 'state'>): boolean =>
  state === 'checking' || state === 'importing';

/** A file as it stands, kept up to date while the server works on it. */
export function useCampaignFile(id: number) {
  const client = useQueryClient();
  const key = keyOf(campaignsApi.importPreview, { id });
  const before = client.getQueryData<CampaignFile>(key)?.import;
  const answer = useEndpoint(
    campaignsApi.importPreview,
    { id },
    {
      handlesFailures: true,
      enabled: Number.isSafeInteger(id),
      ...(before && isAtWork(before) ? { everyMs: ASK_AGAIN_MS } : {}),
    },
  );
  const setImport = (now: CampaignImport) =>
    client.setQueryData<CampaignFile>(
      keyOf(campaignsApi.importPreview, { id: now.id }),
      (file) => file && { ...file, import: now },
    );
  useEffect(
    () =>
      onEvent<CampaignImport>(CAMPAIGN_IMPORT_PROGRESS, (now) => {
        client.setQueryData<CampaignFile>(
          keyOf(campaignsApi.importPreview, { id: now.id }),
          (file) => file && { ...file, import: now },
        );
      }),
    [client],
  );
  return { ...answer, setImport: setImport };
}
