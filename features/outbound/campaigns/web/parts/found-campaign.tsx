import type { ReactNode } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { ErrorState, LoadingPage } from '#platform/web/ui/states.tsx';
import { Failure } from '#shared/failure.ts';

export interface FoundCampaignProps<Detail> {
  /** By the address; null: it names none. */
  id: number | null;
  /** What it is, or why it is not there. */
  read: { data: Detail | undefined; error: unknown; refetch: () => Promise<unknown> };
  children: (found: Detail) => ReactNode;
}

/** The campaign whose page this is. */
export default function FoundCampaign<Detail>({ id, read, children }: FoundCampaignProps<Detail>) {
  const t = useText();
  if (id === null) return <ErrorState error={new Failure('notFound')} title={t('campaigns.gone')} />;
  if (read.data !== undefined) return children(read.data);
  if (!read.error) return <LoadingPage />;
  return <ErrorState error={read.error} title={t('campaigns.gone')} onRetry={() => void read.refetch()} />;
}
