import { Alert, List, Stack } from '@mantine/core';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { UploadField } from '#platform/web/ui/upload-field.tsx';
import { invalidate } from '#platform/web/use-endpoint.ts';
import { flowAllocationApi, type ImportedRules } from '../../contract.ts';

/** Brings in rules from a file, and says which rows were wrong and why. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const [result, setResult] = useState<ImportedRules | null>(null);
  return (
    <Dialog opened onClose={onClose} title={t('flow-allocation.import')} size={560}>
      <Stack>
        <UploadField
          endpoint={flowAllocationApi.import}
          input={{}}
          label={t('flow-allocation.import')}
          hint={t('flow-allocation.importHint')}
          onDone={(data) => {
            setResult(data);
            void invalidate(flowAllocationApi.list);
          }}
        />
        {result && (
          <Alert
            variant="light"
            color={result.wrongCount > 0 ? 'yellow' : 'green'}
            role="status"
            title={t('flow-allocation.imported', {
              added: result.added,
              changed: result.changed,
              wrong: result.wrongCount,
            })}
          >
            {result.wrong.length > 0 && (
              <List size="sm">
                {result.wrong.map(({ line, column, why }) => (
                  <List.Item key={line}>
                    {t('flow-allocation.wrongLine', {
                      line,
                      column: t(`flow-allocation.column.${column}`),
                      why: t(`flow-allocation.why.${why}`),
                    })}
                  </List.Item>
                ))}
              </List>
            )}
          </Alert>
        )}
      </Stack>
    </Dialog>
  );
}
