import { Button, Radio } from '@mantine/core';
import { useState } from 'react';
import { toastExportBegun } from '#features/office/downloads/web/index.ts';
import { useText } from '#platform/web/i18n.ts';
import { Choice } from '#platform/web/ui/choice.tsx';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { dashboardApi, dashboardTables, type DashboardFilter, type DashboardTable } from '../../contract.ts';

const kinds = ['csv', 'xlsx'] as const;

/** Takes a table of the dashboard along, as the page is filtered. */
export default function ExportDialog({
  filter,
  opened,
  onClose,
}: {
  filter: DashboardFilter;
  opened: boolean;
  onClose: () => void;
}) {
  const t = useText();
  const [table, setTable] = useState<DashboardTable>('times');
  const [kind, setKind] = useState<(typeof kinds)[number]>('csv');
  const ask = useCommand(dashboardApi.exportTable, { onDone: () => (void toastExportBegun(), onClose()) });
  return (
    <Dialog title={t('dashboard.export')} size={420} opened={opened} onClose={onClose}>
      <form
        className="dash-export"
        onSubmit={(event) => (event.preventDefault(), ask.mutate({ ...filter, table, kind }))}
      >
        <Radio.Group
          label={t('dashboard.exportWhat')}
          value={table}
          onChange={(value) => setTable(value as DashboardTable)}
        >
          <div className="dash-options">
            {dashboardTables.map((value) => (
              <Radio key={value} value={value} label={t(`dashboard.table.${value}`)} />
            ))}
          </div>
        </Radio.Group>
        <Choice
          label={t('dashboard.exportKind')}
          value={kind}
          options={kinds.map((value) => ({ value, label: t(`dashboard.kind.${value}`) }))}
          onChange={setKind}
        />
        <div className="page-actions">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" loading={ask.isPending}>
            {t('dashboard.export')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
