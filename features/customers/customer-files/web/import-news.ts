import { ensureFeatureTexts, type FeatureContext, type WebFeature } from '#platform/web/feature.ts';
import { text } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { invalidate } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { customerFilesApi, IMPORT_PROGRESS, type CustomerImport } from '../contract.ts';
import { addressOf } from './import/import-address.ts';

const ended = ['done', 'failed'];
const isOnShow = (id: number): boolean => window.location.pathname === addressOf(id);

/** Whoever went to another page is told how an import ended, and led back to it. The answer stops it. */
export function toastImports(
  { go }: Pick<FeatureContext, 'go'>,
  feature: Pick<WebFeature, 'name' | 'text'>,
): () => void {
  return onEvent<CustomerImport>(IMPORT_PROGRESS, (now) => {
    if (now.finished_at !== null || now.state === 'checked') void invalidate(customerFilesApi.imports);
    if (!ended.includes(now.state) || isOnShow(now.id)) return;
    void ensureFeatureTexts(feature).then(() =>
      toast({
        tone: now.state === 'done' ? 'success' : 'warning',
        id: `import ${now.id}`,
        text:
          now.state === 'done'
            ? text('customer-files.news.done', { file: now.file_name, added: now.added, updated: now.updated })
            : text('customer-files.news.failed', { file: now.file_name }),
        action: { text: text('customer-files.news.show'), run: () => go(addressOf(now.id)) },
      }),
    );
  });
}
