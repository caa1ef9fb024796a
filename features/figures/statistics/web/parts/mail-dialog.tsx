import { Button, Radio, Select } from '@mantine/core';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { Choice } from '#platform/web/ui/choice.tsx';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { useViewer } from '#platform/web/viewer.ts';
import type { TableFileKind } from '#shared/endpoint.ts';
import { mailedEvery, reportViewsApi, type MailedEvery, type ReportView } from '../../contract/report-views.ts';

const MORNING = 7;
const kinds: readonly TableFileKind[] = ['xlsx', 'csv'];
const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** Has a view sent to oneself, with its file. */
export default function MailDialog({ view, onClose }: { view: ReportView; onClose: () => void }) {
  const t = useText();
  const email = useViewer()?.email ?? '';
  const [every, setEvery] = useState<MailedEvery | 'never'>(view.mail?.every ?? 'day');
  const [hour, setHour] = useState(view.mail?.hour ?? MORNING);
  const [kind, setKind] = useState<TableFileKind>(view.mail?.kind ?? 'xlsx');
  const send = useCommand(reportViewsApi.mailView, { invalidates: [reportViewsApi.views], onDone: onClose });
  return (
    <Dialog opened onClose={onClose} title={t('statistics.views.mail', { name: view.name })} size={440}>
      <form
        className="stat-view-form"
        onSubmit={(event) => {
          event.preventDefault();
          send.mutate({ id: view.id, mail: every === 'never' ? null : { every, hour, kind } });
        }}
      >
        <Radio.Group
          label={t('statistics.mail.every')}
          value={every}
          onChange={(value) => setEvery(value as MailedEvery | 'never')}
        >
          <div className="stat-view-form">
            {[...mailedEvery, 'never' as const].map((value) => (
              <Radio key={value} value={value} label={t(`statistics.mail.every.${value}`)} />
            ))}
          </div>
        </Radio.Group>
        {every !== 'never' && (
          <>
            <Select
              label={t('statistics.mail.hour')}
              w={120}
              allowDeselect={false}
              value={String(hour)}
              data={Array.from({ length: 24 }, (_, value) => ({ value: String(value), label: clock(value) }))}
              onChange={(value) => setHour(Number(value))}
            />
            <Choice
              label={t('statistics.exportKind')}
              value={kind}
              options={kinds.map((value) => ({ value, label: t(`statistics.kind.${value}`) }))}
              onChange={setKind}
            />
            <p className="stat-hint">{t('statistics.mail.hint', { email })}</p>
          </>
        )}
        <div className="page-actions">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" loading={send.isPending}>
            {t('ui.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
