import { Download } from 'lucide-react';
import { useText } from '#platform/web/i18n.ts';
import { EmptyState, ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { downloadsApi } from '../contract.ts';
import { DownloadRow } from './parts/download-row.tsx';

/** The exports of the viewer, newest first. */
export default function DownloadList() {
  const t = useText();
  const { data, error, refetch } = useEndpoint(downloadsApi.list, {}, { handlesFailures: true });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div className="downloads-loading">
        <LoadingLines />
      </div>
    );
  if (data.length === 0)
    return <EmptyState icon={<Download size={22} />} title={t('downloads.empty')} hint={t('downloads.emptyHint')} />;
  return (
    <ul className="downloads">
      {data.map((item) => (
        <DownloadRow key={item.id} item={item} />
      ))}
    </ul>
  );
}
