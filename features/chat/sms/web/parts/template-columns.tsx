import { ActionIcon } from '@mantine/core';
import { Pencil } from 'lucide-react';
import { languageNames } from '#shared/languages.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import type { SmsTemplate } from '../../contract.ts';

const tones = { waiting: 'warning', approved: 'green', rejected: 'red' } as const;

/** The columns of the templates; `onEdit` is null for those who only read them. */
export function useTemplateColumns(onEdit: ((template: SmsTemplate) => void) | null): Column<SmsTemplate>[] {
  const t = useText();
  const format = useFormat();
  return [
    {
      id: 'name',
      header: t('sms.template.name'),
      required: true,
      card: 'title',
      width: 200,
      cell: ({ smsTemplateName }) => <b>{smsTemplateName}</b>,
    },
    {
      id: 'content',
      header: t('sms.template.content'),
      width: 360,
      cell: ({ smsTemplateContent }) => <span className="sms-text">{smsTemplateContent}</span>,
    },
    {
      id: 'state',
      header: t('sms.template.state'),
      width: 140,
      cell: ({ state: at, remark }) => (
        <span>
          <Badge look="dot" tone={tones[at]}>
            {t(`sms.template.state.${at}`)}
          </Badge>
          {remark && <small> {remark}</small>}
        </span>
      ),
    },
    { id: 'language', header: t('sms.template.language'), width: 120, cell: (row) => languageNames[row.language] },
    {
      id: 'groups',
      header: t('sms.template.groups'),
      width: 170,
      cell: ({ groupNames }) => (groupNames.length === 0 ? t('sms.template.everybody') : format.list(groupNames)),
    },
    {
      id: 'updated',
      header: t('sms.template.updated'),
      width: 180,
      card: 'none',
      cell: ({ updatedAt, updatedBy }) => [format.dateTime(updatedAt), updatedBy].filter(Boolean).join(' · '),
    },
    ...(onEdit
      ? [
          {
            id: 'deeds',
            header: '',
            required: true,
            width: 56,
            align: 'end' as const,
            cell: (row: SmsTemplate) => (
              <ActionIcon
                variant="subtle"
                color="gray"
                data-hint={t('ui.edit')}
                aria-label={t('sms.template.editNamed', { name: row.smsTemplateName })}
                onClick={(event) => {
                  event.stopPropagation();
                  onEdit(row);
                }}
              >
                <Pencil size={15} aria-hidden />
              </ActionIcon>
            ),
          },
        ]
      : []),
  ];
}
