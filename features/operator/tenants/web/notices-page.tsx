import { ActionIcon, Button } from '@mantine/core';
import { Megaphone, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Tone } from '#shared/codes.ts';
import { useFormat } from '#platform/web/format.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { lazy } from '#platform/web/lazy-part.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { useCommand, usePage } from '#platform/web/use-endpoint.ts';
import { tenantsApi, type InstallationNotice } from '../contract.ts';
import './tenants.css';

const NoticeEditor = lazy(async () => ({ default: (await import('./parts/notice-editor.tsx')).NoticeEditor }));
const filters = {} as const;

/** What the installation tells everybody in every tenant. */
export default function NoticesPage() {
  const t = useText();
  const state = useTableState('operator.notices', { filters });
  const answer = usePage(tenantsApi.notices, { page: state.page, size: state.size });
  const [isWriting, setWriting] = useState(false);
  const add = (
    <Button leftSection={<Megaphone size={16} aria-hidden />} onClick={() => setWriting(true)}>
      {t('tenants.notice.add')}
    </Button>
  );
  return (
    <Page>
      <p className="tenant-lead">{t('tenants.notice.lead')}</p>
      <DataTable
        label={t('tenants.notices')}
        state={state}
        columns={useColumns()}
        answer={answer}
        rowId={({ id }) => id}
        actions={add}
        empty={{ title: t('tenants.notice.none'), hint: t('tenants.notice.noneHint'), action: add }}
      />
      <Suspense fallback={null}>{isWriting && <NoticeEditor onClose={() => setWriting(false)} />}</Suspense>
    </Page>
  );
}

const tones: Record<InstallationNotice['status'], Tone> = { inEffect: 'green', scheduled: 'blue', ended: 'grey' };

function useColumns(): Column<InstallationNotice>[] {
  const t = useText();
  const format = useFormat();
  return [
    {
      id: 'title',
      header: t('tenants.notice.text'),
      required: true,
      card: 'title',
      cell: (notice) => <Words notice={notice} />,
    },
    {
      id: 'status',
      header: t('tenants.column.state'),
      width: 120,
      card: 'beside',
      cell: ({ status }) => (
        <Badge look="dot" tone={tones[status]}>
          {t(`announcements.status.${status}`)}
        </Badge>
      ),
    },
    {
      id: 'span',
      header: t('tenants.notice.span'),
      width: 250,
      cell: ({ starts_at: from, ends_at: to }) =>
        to
          ? `${format.dateTime(from)} – ${format.dateTime(to)}`
          : t('tenants.notice.from', { from: format.dateTime(from) }),
    },
    {
      id: 'tenants',
      header: t('tenants.notice.tenants'),
      width: 100,
      align: 'end',
      cell: ({ tenants }) => format.number(tenants),
    },
    {
      id: 'by',
      header: t('tenants.notice.by'),
      width: 180,
      wide: true,
      cell: ({ by, at }) => [by, format.date(at)].filter(Boolean).join(' · '),
    },
    { id: 'deeds', header: '', required: true, width: 60, align: 'end', cell: (notice) => <Remove notice={notice} /> },
  ];
}

function Words({ notice }: { notice: InstallationNotice }) {
  const isChinese = useLanguage() === 'zh-CN';
  const { title_cn, title_en, content_cn, content_en } = notice;
  const [title, text] = isChinese
    ? [title_cn || title_en, content_cn || content_en]
    : [title_en || title_cn, content_en || content_cn];
  return (
    <span className="notice-words">
      {title && <b>{title}</b>}
      <small>{text}</small>
    </span>
  );
}

function Remove({ notice: { id, title_en, title_cn } }: { notice: InstallationNotice }) {
  const t = useText();
  const remove = useCommand(tenantsApi.removeNotice, {
    invalidates: [tenantsApi.notices],
    done: 'tenants.notice.removed',
  });
  async function askAndRemove(): Promise<void> {
    const question = {
      title: t('tenants.notice.removeTitle'),
      body: t('tenants.notice.removeBody'),
      yes: t('tenants.notice.remove'),
      danger: true,
    };
    if (await confirm(question)) remove.mutate({ id });
  }
  return (
    <ActionIcon
      data-hint={t('tenants.notice.remove')}
      aria-label={`${t('tenants.notice.remove')}: ${title_en || title_cn || id}`}
      loading={remove.isPending}
      onClick={(event) => {
        event.stopPropagation();
        void askAndRemove();
      }}
    >
      <Trash2 size={15} aria-hidden />
    </ActionIcon>
  );
}
