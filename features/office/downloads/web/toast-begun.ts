import { ensureTexts, text } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { invalidate } from '#platform/web/use-endpoint.ts';
import { downloadsApi } from '../contract.ts';
import { downloadsWindow } from './downloads-window.ts';
import { downloadTexts } from './texts.ts';

/** Says that a file is being written, and leads to where it will be. */
export async function toastExportBegun(): Promise<void> {
  void invalidate(downloadsApi.list);
  await ensureTexts('downloads', downloadTexts);
  toast({
    tone: 'info',
    id: 'downloads.begun',
    text: text('downloads.begun'),
    action: { text: text('downloads.show'), run: () => downloadsWindow.set(true) },
  });
}
