import type { ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useText } from '#platform/web/i18n.ts';
import { ErrorState, LoadingPage } from '#platform/web/ui/states.tsx';
import { Failure } from '#shared/errors.ts';
import { addressId } from '../address-id.ts';

/** How a campaign is read: what it is, or why it is not there. */
export interface ReadCampaign<Detail> {
  data: Detail | undefined;
  error: unknown;
  refetch: () => Promise<unknown>;
}

export interface FoundCampaignProps<Detail> {
  /** Reads the one of this id; null: none is asked for. */
  useDetail: (id: number | null) => ReadCampaign<Detail>;
  children: (found: Detail) => ReactNode;
}

/** The campaign whose page this is, by its address. */
export default function FoundCampaign<Detail>({ useDetail, children }: FoundCampaignProps<Detail>) {
  const t = useText();
  const id = addressId(useParams()['id']);
  const { data, error, refetch } = useDetail(id);
  if (id === null) return <ErrorState error={new Failure('notFound')} title={t('campaigns.gone')} />;
  if (data !== undefined) return children(data);
  return error ? (
    <ErrorState error={error} title={t('campaigns.gone')} onRetry={() => void refetch()} />
  ) : (
    <LoadingPage />
  );
}

/** The campaign that a new one is a copy of; null: it is none. */
export function CopiedCampaign<Detail>({ useDetail, children }: FoundCampaignProps<Detail | null>) {
  const t = useText();
  const from = Number(useSearchParams()[0].get('from')) || null;
  const { data, error, refetch } = useDetail(from);
  if (from === null) return children(null);
  if (error) return <ErrorState error={error} title={t('campaigns.gone')} onRetry={() => void refetch()} />;
  return data === undefined ? <LoadingPage /> : children(data);
}
