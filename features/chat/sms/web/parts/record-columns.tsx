import { ActionIcon } from '@mantine/core';
import { MessageSquareReply } from 'lucide-react';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { SmsStatus } from '#shared/codes/sms-status.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge, CodeBadge } from '#platform/web/ui/code-badge.tsx';
import { NamedFlag } from '#platform/web/ui/flag.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import type { SmsRecord } from '../../contract.ts';
import { reasonText } from '../reason-words.ts';
import { openSender } from '../sender-window.ts';

const DASH = '–';

/** How far a message got, and why no further. */
function SmsState({ status, direction, reason }: Pick<SmsRecord, 'status' | 'direction' | 'reason'>) {
  const t = useText();
  const badge =
    status === null ? (
      <Badge look="dot" tone={direction === 'inbound' ? 'violet' : 'grey'}>
        {t(direction === 'inbound' ? 'sms.state.received' : 'sms.state.waiting')}
      </Badge>
    ) : (
      <CodeBadge table={SmsStatus} code={status} />
    );
  return (
    <span>
      {badge}
      {reason && status !== SmsStatus.delivered && <small> {reasonText(reason)}</small>}
    </span>
  );
}

/** The columns of the list. */
export function useRecordColumns(): Column<SmsRecord>[] {
  const t = useText();
  const format = useFormat();
  const who = ({ customerName, displayNumber, iso2 }: SmsRecord) => {
    const number = spokenNumber(displayNumber);
    return (
      <span>
        <NamedFlag iso2={iso2} /> <b>{customerName || number}</b>
        {customerName && <small className="figures"> {number}</small>}
      </span>
    );
  };
  return [
    { id: 'customer', header: t('sms.column.customer'), required: true, card: 'title', width: 240, cell: who },
    {
      id: 'createdAt',
      header: t('sms.column.createdAt'),
      width: 168,
      cell: ({ createdAt }) => <span className="figures">{format.exact(createdAt)}</span>,
    },
    {
      id: 'direction',
      header: t('sms.column.direction'),
      width: 130,
      cell: ({ direction }) => t(`sms.direction.${direction}`),
    },
    { id: 'status', header: t('sms.column.status'), width: 190, cell: (record) => <SmsState {...record} /> },
    {
      id: 'content',
      header: t('sms.column.content'),
      width: 300,
      cell: ({ content }) => <span className="sms-text">{content}</span>,
    },
    {
      id: 'template',
      header: t('sms.column.template'),
      width: 150,
      card: 'none',
      cell: ({ smsTemplateName }) => smsTemplateName || DASH,
    },
    { id: 'agent', header: t('sms.column.agent'), width: 120, cell: ({ userName }) => userName || DASH },
    {
      id: 'segments',
      header: t('sms.column.segments'),
      width: 80,
      card: 'none',
      align: 'end',
      cell: ({ segments }) => <span className="figures">{format.number(segments)}</span>,
    },
    {
      id: 'cost',
      header: t('sms.column.cost'),
      width: 100,
      card: 'none',
      align: 'end',
      cell: ({ cost }) => <span className="figures">{cost || DASH}</span>,
    },
    {
      id: 'deeds',
      header: '',
      required: true,
      width: 56,
      align: 'end',
      cell: ({ number, displayNumber, hasEncrypt, iso2 }) => {
        const name = t('sms.sendTo', { number: spokenNumber(displayNumber) });
        return (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={name}
            data-hint={t('sms.send')}
            onClick={(event) => {
              event.stopPropagation();
              openSender(hasEncrypt ? { number, shown: displayNumber } : { number, iso2 });
            }}
          >
            <MessageSquareReply size={15} aria-hidden />
          </ActionIcon>
        );
      },
    },
  ];
}
