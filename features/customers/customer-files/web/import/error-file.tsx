import { Button } from '@mantine/core';
import { FileWarning } from 'lucide-react';
import { useText } from '#platform/web/i18n.ts';
import { customerFilesApi, type CustomerImport } from '../../contract.ts';
import { useDownload } from '#platform/web/use-download.ts';

/** The rows that were wrong, as a file with line and reason. */
export function ErrorFile({ now: { id, wrong } }: { now: CustomerImport }) {
  const t = useText();
  const { isFetching, fetch } = useDownload();
  if (wrong === 0) return null;
  return (
    <Button
      variant="default"
      loading={isFetching}
      leftSection={<FileWarning size={15} aria-hidden />}
      onClick={() => void fetch(customerFilesApi.errors, { id })}
    >
      {t('customer-files.errorFile', { count: wrong })}
    </Button>
  );
}
