import { Alert } from '@mantine/core';
import { HardDrive } from 'lucide-react';
import { useText } from '#platform/web/i18n.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { echoApi } from '../contract.ts';
import './storage-notice.css';

const EVERY_MS = 60_000;

/** Stands above every page of an owner while the server has no room to keep anything. */
export default function StorageNotice() {
  const t = useText();
  const { data } = useEndpoint(echoApi.storage, {}, { everyMs: EVERY_MS, handlesFailures: true });
  if (!data?.full) return null;
  return (
    <Alert
      className="storage-notice"
      color="red"
      variant="filled"
      role="alert"
      icon={<HardDrive size={18} aria-hidden />}
      title={t('echo.storageFull')}
    >
      {t('echo.storageFullHint')}
    </Alert>
  );
}
