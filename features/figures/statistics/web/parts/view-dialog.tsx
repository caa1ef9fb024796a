import { Button, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import type { StatReportName } from '../../contract.ts';
import { reportViewsApi, type ReportView, type StatAddress } from '../../contract/report-views.ts';

interface ViewDialogProps {
  report: StatReportName;
  /** As the report is set now. */
  address: StatAddress;
  /** Null: a new one. */
  view: ReportView | null;
  onClose: () => void;
}

/** Keeps a report as it is set, or changes one that was kept. */
export default function ViewDialog({ report, address, view, onClose }: ViewDialogProps) {
  const t = useText();
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared ?? false);
  const [asSet, setAsSet] = useState(view === null);
  const after = { invalidates: [reportViewsApi.views], onDone: onClose };
  const add = useCommand(reportViewsApi.addView, after);
  const update = useCommand(reportViewsApi.updateView, after);
  const remove = useCommand(reportViewsApi.removeView, after);
  const title = view ? t('statistics.views.edit', { name: view.name }) : t('statistics.views.save');
  const { page: _, ...kept } = address;
  return (
    <Dialog opened onClose={onClose} title={title} size={440}>
      <form
        className="stat-view-form"
        onSubmit={(event) => {
          event.preventDefault();
          const fields = { name: name.trim(), shared, address: view && !asSet ? view.address : kept };
          if (view) update.mutate({ id: view.id, ...fields });
          else add.mutate({ report, ...fields });
        }}
      >
        <TextInput
          label={t('statistics.view.name')}
          required
          data-autofocus
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Switch
          label={t('statistics.view.share')}
          checked={shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
        {view && (
          <Switch
            label={t('statistics.view.asSet')}
            checked={asSet}
            onChange={(event) => setAsSet(event.currentTarget.checked)}
          />
        )}
        <div className="page-actions">
          {view && (
            <Button
              variant="subtle"
              color="red"
              loading={remove.isPending}
              onClick={async () => {
                if (
                  await confirm({
                    title: t('statistics.view.removeAsk', { name: view.name }),
                    yes: t('statistics.view.remove'),
                    danger: true,
                  })
                )
                  remove.mutate({ id: view.id });
              }}
            >
              {t('statistics.view.remove')}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" disabled={name.trim() === ''} loading={add.isPending || update.isPending}>
            {t('ui.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
