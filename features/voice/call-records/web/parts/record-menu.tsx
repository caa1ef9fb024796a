import { ActionIcon, Menu } from '@mantine/core';
import { CalendarPlus, Ellipsis, MessageSquareText, Phone, UserRound } from 'lucide-react';
import { useNavigate } from 'react-router';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { useCallBack, usePhoneDesk } from '#features/voice/softphone/web/index.ts';
import { useText } from '#platform/web/i18n.ts';
import type { Column } from '#platform/web/ui/table/column.ts';
import { useCan } from '#platform/web/viewer.ts';
import { useWindow } from '#platform/web/windows.ts';
import type { CallRecord } from '../../contract.ts';

/** The column of what can be done about a call. */
export const menuColumn: Column<CallRecord> = {
  id: 'more',
  header: '',
  width: 52,
  required: true,
  card: 'beside',
  cell: (record) => <RecordMenu record={record} />,
};

/** What comes after a call: calling back, a message, whom it was with, what is to be done. What cannot be is not offered. */
function RecordMenu({ record }: { record: CallRecord }) {
  const t = useText();
  const can = useCan();
  const navigate = useNavigate();
  const callBack = useCallBack();
  const hasPhone = usePhoneDesk() !== null;
  const sendSms = useWindow('smsSender');
  const { callId, canCallback, customerId, customerName } = record;
  const displayNumber = spokenNumber(record.displayNumber);
  const customer = customerId !== null && /^\d+$/.test(customerId) && can('customers.use') ? customerId : null;
  const deeds = [
    hasPhone && canCallback && { name: t('call-records.row.callBack'), icon: Phone, run: () => callBack(record) },
    sendSms &&
      canCallback && {
        name: t('call-records.row.sms'),
        icon: MessageSquareText,
        run: () => sendSms({ callId, shown: displayNumber }),
      },
    customer && {
      name: t('call-records.row.customer'),
      icon: UserRound,
      run: () => void navigate(`/customers/${customer}`),
    },
    customer &&
      can('follow-records.use') && {
        name: t('call-records.row.followUp'),
        icon: CalendarPlus,
        run: () => void navigate(`/customers/${customer}?follow=${encodeURIComponent(callId)}`),
      },
  ].filter((deed) => deed !== false && deed !== null && deed !== '');
  if (deeds.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          aria-label={t('call-records.row.more', {
            who: customerName || displayNumber || t('call-records.list.unknown'),
          })}
        >
          <Ellipsis size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown data-own>
        {deeds.map(({ name, icon: Icon, run }) => (
          <Menu.Item key={name} leftSection={<Icon size={15} aria-hidden />} onClick={run}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
