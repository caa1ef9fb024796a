import { Button, Progress } from '@mantine/core';
import { useText } from '#platform/web/i18n.ts';
import { useFormat } from '#platform/web/format.ts';
import { Card } from '#platform/web/ui/page.tsx';
import type { CustomerImport } from '../../contract.ts';

/** How far checking or writing is, with a way to stop it. */
export function RunningStep({
  now,
  isStopping,
  onCancel,
}: {
  now: CustomerImport;
  isStopping: boolean;
  onCancel: () => void;
}) {
  const t = useText();
  const format = useFormat();
  const { rows, done, state, wrong } = now;
  const name = t(state === 'importing' ? 'customer-files.running.importing' : 'customer-files.running.checking', {
    file: now.file_name,
  });
  const part = rows ? Math.min(1, done / rows) : null;
  return (
    <Card title={name}>
      <div className="import-running">
        <Progress
          value={part === null ? 100 : part * 100}
          striped={part === null}
          animated={part === null}
          color="blue"
          aria-label={name}
        />
        <p aria-live="off">
          {rows
            ? t('customer-files.running.of', { done: format.number(done), rows: format.number(rows) })
            : t('customer-files.running.rows', { done: format.number(done) })}
          {wrong > 0 && ` · ${t('customer-files.count.wrong', { count: wrong })}`}
        </p>
        <p className="import-hint">
          {t(state === 'importing' ? 'customer-files.running.importingHint' : 'customer-files.running.checkingHint')}
        </p>
        <div className="page-actions">
          <Button variant="default" loading={isStopping} onClick={onCancel}>
            {t('customer-files.stop')}
          </Button>
        </div>
      </div>
    </Card>
  );
}
