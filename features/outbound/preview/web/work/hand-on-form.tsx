import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { LONG_LIST } from '#platform/web/country-choices.ts';
import { useText } from '#platform/web/i18n.ts';
import { ErrorLine } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { previewApi } from '../../contract.ts';
import { useEscape } from './use-escape.ts';

/** To whom of those who work on the task a customer is handed on. */
export function HandOnForm({
  taskId,
  isBusy,
  onHandOn,
  onCancel,
}: {
  taskId: number;
  isBusy: boolean;
  onHandOn: (colleague: { id: number; name: string }) => void;
  onCancel: () => void;
}) {
  const t = useText();
  useEscape(onCancel);
  const { data, error, refetch } = useEndpoint(
    previewApi.colleagues,
    { id: taskId },
    { handlesFailures: true, staleMs: 60_000 },
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const colleague = data?.find(({ id }) => String(id) === chosen);
  return (
    <form
      className="task-ask"
      aria-label={t('preview.work.handOnTo')}
      onSubmit={(event) => {
        event.preventDefault();
        if (colleague) onHandOn(colleague);
      }}
    >
      <Select
        // Whoever opened it wants to choose.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        searchable
        required
        comboboxProps={LONG_LIST}
        label={t('preview.work.handOnTo')}
        description={data?.length === 0 ? t('preview.work.noColleagues') : undefined}
        data={(data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={chosen}
        onChange={setChosen}
      />
      {error && !data && <ErrorLine error={error} onRetry={() => void refetch()} />}
      <div className="task-buttons">
        <Button type="submit" loading={isBusy} disabled={!colleague}>
          {t('preview.work.handOnNow')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
      </div>
    </form>
  );
}
