import { ActionIcon } from '@mantine/core';
import { Columns3 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazy } from '#platform/web/lazy-part.ts';
import { useText } from '../../i18n.ts';
import { Dropdown, useDropdown } from '../dropdown.tsx';
import { LoadingLines } from '../states.tsx';
import type { ColumnMenuProps } from './column-menu-props.ts';

const ColumnList = lazy(() => import('./column-list.tsx'));

/** Which columns, in which order, how high: saved for this user and table. */
export function ColumnMenu(props: ColumnMenuProps) {
  const t = useText();
  const [opened, setOpened] = useState(false);
  const { button, opening } = useDropdown('dialog', opened, setOpened);
  const name = t('ui.table.columns');
  return (
    <>
      <ActionIcon {...button} variant="default" aria-label={name} data-hint={opened ? undefined : name}>
        <Columns3 size={16} aria-hidden />
      </ActionIcon>
      <Dropdown opening={opening} label={name} width={280} className="column-menu">
        <Suspense fallback={<LoadingLines lines={5} />}>
          <ColumnList {...props} />
        </Suspense>
      </Dropdown>
    </>
  );
}
