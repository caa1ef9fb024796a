import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { toastExportBegun } from '#features/office/downloads/web/index.ts';
import { useText } from '#platform/web/i18n.ts';
import { ChoiceList, useDropdown } from '#platform/web/ui/dropdown.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { monitoringApi, type MonitorTable } from '../../contract.ts';

const kinds = ['csv', 'xlsx'] as const;

/** Takes along what is shown, as it is at this moment. */
export function OutputButton({ table, zone }: { table: MonitorTable; zone: string }) {
  const t = useText();
  const [opened, setOpened] = useState(false);
  const { button, opening } = useDropdown('menu', opened, setOpened);
  const ask = useCommand(monitoringApi.output, { onDone: () => void toastExportBegun() });
  return (
    <>
      <Button variant="default" leftSection={<Download size={15} aria-hidden />} loading={ask.isPending} {...button}>
        {t('monitoring.output')}
      </Button>
      <ChoiceList
        opening={opening}
        label={t('monitoring.output')}
        choices={kinds.map((kind) => ({ value: kind, label: t(`monitoring.output.${kind}`) }))}
        value=""
        onChoose={(kind) => ask.mutate({ table, zone, kind: kind as (typeof kinds)[number] })}
      />
    </>
  );
}
