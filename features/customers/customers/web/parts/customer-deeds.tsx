import { ActionIcon, Menu } from '@mantine/core';
import { Ellipsis, FileDown, UserRoundMinus, UserRoundX } from 'lucide-react';
import { useState } from 'react';
import { toastExportBegun } from '#features/office/downloads/web/index.ts';
import { useText } from '#platform/web/i18n.ts';
import { lazy } from '#platform/web/lazy-part.ts';
import { Later } from '#platform/web/ui/mount-on-open.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { useCan, useViewer } from '#platform/web/viewer.ts';
import { customersApi, type Customer } from '../../contract.ts';
import type { Erased } from './erase-certificate.tsx';

const EraseCustomer = lazy(() => import('./erase-customer.tsx'));

/** What is seldom done with a customer: leaving one's list, telling what is kept, erasing. */
export function CustomerDeeds({
  customer,
  name,
  onErased,
}: {
  customer: Customer;
  name: string;
  onErased: (what: Erased) => void;
}) {
  const t = useText();
  const can = useCan();
  const me = useViewer()?.userId;
  const [isErasing, setErasing] = useState(false);
  const leave = useCommand(customersApi.leaveMyList, {
    invalidates: [customersApi.get, customersApi.list, customersApi.myList, customersApi.timeline],
    done: 'customers.leftList',
  });
  const exportPerson = useCommand(customersApi.exportPerson, { onDone: () => void toastExportBegun() });
  const isMine = customer.owner_id === me && customer.deleted_at === null;
  const mayErase = can('customers.erase');
  if (!isMine && !mayErase) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={34} aria-label={t('ui.more')} data-hint={t('ui.more')}>
            <Ellipsis size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isMine && (
            <Menu.Item
              leftSection={<UserRoundMinus size={15} aria-hidden />}
              onClick={() => leave.mutate({ ids: [customer.id] })}
            >
              {t('customers.leaveList')}
            </Menu.Item>
          )}
          {mayErase && (
            <Menu.Item
              leftSection={<FileDown size={15} aria-hidden />}
              onClick={() => exportPerson.mutate({ id: customer.id })}
            >
              {t('customers.exportPerson')}
            </Menu.Item>
          )}
          {mayErase && (
            <Menu.Item color="red" leftSection={<UserRoundX size={15} aria-hidden />} onClick={() => setErasing(true)}>
              {t('customers.erase')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Later opened={isErasing}>
        {isErasing && (
          <EraseCustomer id={customer.id} name={name} onClose={() => setErasing(false)} onErased={onErased} />
        )}
      </Later>
    </>
  );
}
