import { Button } from '@mantine/core';
import { Settings2, Tv } from 'lucide-react';
import { useText } from '#platform/web/i18n.ts';
import { useCan } from '#platform/web/viewer.ts';
import type { MonitorTable } from '../../contract.ts';
import { OutputButton } from './output-button.tsx';

interface BoardActionsProps {
  /** The table on show. */
  table: MonitorTable;
  zone: string;
  onSetting: () => void;
}

/** What can be done with the board: written to a file, set up for the wall, shown there. */
export function BoardActions({ table, zone, onSetting }: BoardActionsProps) {
  const t = useText();
  const can = useCan();
  return (
    <>
      {can('monitoring.export') && <OutputButton table={table} zone={zone} />}
      {can('monitoring.edit') && (
        <Button variant="default" leftSection={<Settings2 size={15} aria-hidden />} onClick={onSetting}>
          {t('monitoring.wall.settings')}
        </Button>
      )}
      <Button
        component="a"
        href="/seating/seatStatus?wall=1"
        target="_blank"
        variant="default"
        leftSection={<Tv size={15} aria-hidden />}
      >
        {t('monitoring.wall')}
      </Button>
    </>
  );
}
