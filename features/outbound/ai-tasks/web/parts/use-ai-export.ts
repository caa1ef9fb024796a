import { useState } from 'react';
import { toastExportBegun } from '#features/office/downloads/web/index.ts';
import { download } from '#platform/web/download.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import type { aiTasksApi } from '../../contract.ts';

/** Writes customers or calls of a task into a file among one’s downloads. */
export function useAiExport(endpoint: (typeof aiTasksApi)['exportCustomers' | 'exportCalls'], id: number) {
  const [isExporting, setExporting] = useState(false);
  const write = async () => {
    setExporting(true);
    try {
      if (await download(endpoint, { id, kind: 'xlsx' })) void toastExportBegun();
    } catch (error) {
      handleFailure(error);
    } finally {
      setExporting(false);
    }
  };
  return { isExporting, write: () => void write() };
}
