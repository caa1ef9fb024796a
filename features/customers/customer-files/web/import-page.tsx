import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { FileSpreadsheet } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Card, Page } from '#platform/web/ui/page.tsx';
import { UploadField } from '#platform/web/ui/upload-field.tsx';
import { invalidate, keyOf } from '#platform/web/use-endpoint.ts';
import { customerFilesApi, IMPORT_ROWS_MOST, type ImportPreview } from '../contract.ts';
import { addressOf } from './import/import-address.ts';
import { ImportSteps } from './import/import-steps.tsx';
import { PastImports } from './import/past-imports.tsx';
import { useDownload } from '#platform/web/use-download.ts';
import './customer-files.css';

const kinds = ['xlsx', 'csv'] as const;

/** Where an import begins: a file, an example of one, and those that came before. */
export default function ImportPage() {
  const t = useText();
  const format = useFormat();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { isFetching, fetch } = useDownload();
  const begin = (preview: ImportPreview) => {
    const { id } = preview.import;
    client.setQueryData(keyOf(customerFilesApi.preview, { id }), preview);
    void invalidate(customerFilesApi.imports, undefined, client);
    void navigate(addressOf(id));
  };
  return (
    <Page>
      <div className="import-page">
        <ImportSteps at="file" />
        <Card title={t('customer-files.file.title')}>
          <div className="import-running">
            <UploadField
              endpoint={customerFilesApi.upload}
              input={{}}
              label={t('customer-files.file.label')}
              hint={t('customer-files.file.hint', { rows: format.number(IMPORT_ROWS_MOST) })}
              onDone={begin}
            />
            <div className="import-template">
              <span>{t('customer-files.template')}</span>
              {kinds.map((kind) => (
                <Button
                  key={kind}
                  size="xs"
                  variant="default"
                  disabled={isFetching}
                  leftSection={<FileSpreadsheet size={14} aria-hidden />}
                  onClick={() => void fetch(customerFilesApi.template, { kind })}
                >
                  {t(`customer-files.template.${kind}`)}
                </Button>
              ))}
            </div>
          </div>
        </Card>
        <PastImports />
      </div>
    </Page>
  );
}
