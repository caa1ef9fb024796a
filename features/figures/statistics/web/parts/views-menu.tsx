import { ActionIcon, Button, Menu } from '@mantine/core';
import { Bookmark, Mail, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '#platform/web/i18n.ts';
import { lazy } from '#platform/web/lazy-part.ts';
import { Later } from '#platform/web/ui/mount-on-open.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import type { StatReportName } from '../../contract.ts';
import { reportViewsApi, type ReportView, type StatAddress } from '../../contract/report-views.ts';

const ViewDialog = lazy(() => import('./view-dialog.tsx'));
const MailDialog = lazy(() => import('./mail-dialog.tsx'));

interface ViewsMenuProps {
  report: StatReportName;
  address: StatAddress;
}

/** Reports as they were kept: one's own and those of colleagues; what is set now can be kept too. */
export function ViewsMenu({ report, address }: ViewsMenuProps) {
  const t = useText();
  const { data: views = [] } = useEndpoint(reportViewsApi.views, { report }, { handlesFailures: true });
  const [editing, setEditing] = useState<ReportView | 'new' | null>(null);
  const [mailing, setMailing] = useState<ReportView | null>(null);
  const groups = [
    ['statistics.views.mine', views.filter(({ mine }) => mine)],
    ['statistics.views.shared', views.filter(({ mine }) => !mine)],
  ] as const;
  return (
    <>
      <Menu position="bottom-end" width={320}>
        <Menu.Target>
          <Button variant="default" leftSection={<Bookmark size={15} aria-hidden />}>
            {t('statistics.views')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.length === 0 && <Menu.Label>{t('statistics.views.none')}</Menu.Label>}
          {groups.map(
            ([title, list]) =>
              list.length > 0 && (
                <div key={title}>
                  <Menu.Label>{t(title)}</Menu.Label>
                  {list.map((view) => (
                    <ViewEntry
                      key={view.id}
                      view={view}
                      onEdit={() => setEditing(view)}
                      onMail={() => setMailing(view)}
                    />
                  ))}
                </div>
              ),
          )}
          <Menu.Divider />
          <Menu.Item leftSection={<Plus size={15} aria-hidden />} onClick={() => setEditing('new')}>
            {t('statistics.views.save')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Later opened={editing !== null}>
        {editing && (
          <ViewDialog
            report={report}
            address={address}
            view={editing === 'new' ? null : editing}
            onClose={() => setEditing(null)}
          />
        )}
      </Later>
      <Later opened={mailing !== null}>
        {mailing && <MailDialog view={mailing} onClose={() => setMailing(null)} />}
      </Later>
    </>
  );
}

function ViewEntry({ view, onEdit, onMail }: { view: ReportView; onEdit: () => void; onMail: () => void }) {
  const t = useText();
  const can = useCan();
  const navigate = useNavigate();
  const { name, mine, mayEdit, author, mail, address } = view;
  const notes = [
    !mine && t('statistics.views.by', { author }),
    mail && t(`statistics.views.mailed.${mail.every}`),
  ].filter((note) => note !== false && note !== null);
  return (
    <div className="stat-view">
      <Menu.Item onClick={() => void navigate({ search: `?${new URLSearchParams(address)}` })}>
        {name}
        {notes.length > 0 && <small>{notes.join(' · ')}</small>}
      </Menu.Item>
      {can('statistics.export') && (
        <ActionIcon
          variant="subtle"
          {...(mail ? {} : { color: 'gray' })}
          aria-label={t('statistics.views.mail', { name })}
          onClick={onMail}
        >
          <Mail size={15} aria-hidden />
        </ActionIcon>
      )}
      {mayEdit && (
        <ActionIcon variant="subtle" color="gray" aria-label={t('statistics.views.edit', { name })} onClick={onEdit}>
          <Pencil size={15} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}
