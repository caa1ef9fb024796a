import { ActionIcon, Indicator, Popover, Tooltip } from '@mantine/core';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { isInProgress } from '#core/downloads/download-watch.ts';
import { useText } from '#platform/web/i18n.ts';
import { EmptyState, ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { downloadsApi } from '../contract.ts';
import { DownloadRow } from './parts/download-row.tsx';
import './downloads.css';

function DownloadList() {
  const t = useText();
  const { data, error, refetch } = useEndpoint(downloadsApi.list, {}, { handlesFailures: true });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <div className="downloads-loading"><LoadingLines /></div>;
  if (data.length === 0) return <EmptyState icon={<Download size={22} />} title={t('downloads.empty')} hint={t('downloads.emptyHint')} />;
  return <ul className="downloads">{data.map((item) => <DownloadRow key={item.id} item={item} />)}</ul>;
}

/** The download-tasks popover of the header; its button counts what is in progress. */
export default function DownloadsMenu() {
  const t = useText();
  const [opened, setOpened] = useState(false);
  const { data = [] } = useEndpoint(downloadsApi.list, {}, { handlesFailures: true });
  const running = data.filter(isInProgress).length;
  const name = running > 0 ? t('downloads.openRunning', { count: running }) : t('downloads.open');
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={380} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Tooltip label={name} disabled={opened}>
          <Indicator disabled={running === 0} label={running} size={15} offset={6} color="blue" inline>
            <ActionIcon aria-label={name} aria-haspopup="dialog" aria-expanded={opened} onClick={() => setOpened(!opened)}><Download size={17} aria-hidden /></ActionIcon>
          </Indicator>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p={0} maw="calc(100vw - 16px)" aria-label={t('downloads.open')}>
        <h2 className="downloads-title">{t('downloads.open')}</h2>
        <DownloadList />
      </Popover.Dropdown>
    </Popover>
  );
}
