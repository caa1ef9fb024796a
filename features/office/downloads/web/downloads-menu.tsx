import { ActionIcon, Indicator } from '@mantine/core';
import { Download } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { isInProgress } from '../core/download-watch.ts';
import { useText } from '#platform/web/i18n.ts';
import { lazy } from '#platform/web/lazy-part.ts';
import { Dropdown, useDropdown } from '#platform/web/ui/dropdown.tsx';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useStore } from '#platform/web/use-store.ts';
import { downloadsApi } from '../contract.ts';
import { downloadsWindow } from './downloads-window.ts';
import './downloads.css';

const DownloadList = lazy(() => import('./download-list.tsx'));

/** The download-tasks popover of the header; its button counts what is in progress. */
export default function DownloadsMenu() {
  const t = useText();
  const opened = useStore(downloadsWindow);
  const { button, opening } = useDropdown('dialog', opened, downloadsWindow.set);
  useEffect(() => () => downloadsWindow.set(false), []);
  const { data = [] } = useEndpoint(downloadsApi.list, {}, { handlesFailures: true });
  const running = data.filter(isInProgress).length;
  const name = running > 0 ? t('downloads.openRunning', { count: running }) : t('downloads.open');
  return (
    <>
      <Indicator disabled={running === 0} label={running} size={15} offset={6} color="blue" inline>
        <ActionIcon {...button} aria-label={name} data-hint={opened ? undefined : name}>
          <Download size={17} aria-hidden />
        </ActionIcon>
      </Indicator>
      <Dropdown opening={opening} label={t('downloads.open')} width={380} padding={0}>
        <h2 className="downloads-title">{t('downloads.open')}</h2>
        <Suspense
          fallback={
            <div className="downloads-loading">
              <LoadingLines />
            </div>
          }
        >
          <DownloadList />
        </Suspense>
      </Dropdown>
    </>
  );
}
