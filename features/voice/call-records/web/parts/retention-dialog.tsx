import { NumberInput, Switch } from '@mantine/core';
import { call } from '#platform/web/call.ts';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { callRecordsApi } from '../../contract.ts';
import { RETENTION_DEFAULT_DAYS, RETENTION_MAX_DAYS } from '../../core/retention.ts';

/** How long recordings are kept. A shorter time destroys what is older, so it is said how much that is, and asked. */
export default function RetentionDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useText();
  const { data, error, refetch } = useEndpoint(
    callRecordsApi.retention,
    {},
    { enabled: opened, handlesFailures: true },
  );
  return (
    <Dialog opened={opened} onClose={onClose} title={t('call-records.retention.title')} size={420}>
      {data ? (
        <RetentionForm key={String(data.days)} days={data.days} onClose={onClose} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingLines />
      )}
    </Dialog>
  );
}

function RetentionForm({ days: kept, onClose }: { days: number | null; onClose: () => void }) {
  const t = useText();
  const form = useContractForm<{ days: number | null }>(callRecordsApi.setRetention.input, { days: kept });
  const save = useCommand(callRecordsApi.setRetention, {
    done: 'ui.saved',
    invalidates: [callRecordsApi.retention],
    handlesFailures: true,
    onDone: onClose,
  });

  async function send({ days }: { days: number | null }): Promise<void> {
    const isShorter = days !== null && (kept === null || days < kept);
    if (
      isShorter &&
      !(await confirm({
        title: t('call-records.retention.shorter.title'),
        body: t('call-records.retention.shorter.body', {
          days,
          ...(await call(callRecordsApi.retentionLoss, { days })),
        }),
        yes: t('call-records.retention.shorter.yes'),
        danger: true,
      }))
    )
      return;
    await save.mutateAsync({ days });
  }

  const { days } = form.values;
  return (
    <ContractForm form={form} onSubmit={send} onCancel={onClose}>
      <Switch
        label={t('call-records.retention.forever')}
        checked={days === null}
        onChange={(event) =>
          form.setFieldValue('days', event.currentTarget.checked ? null : (kept ?? RETENTION_DEFAULT_DAYS))
        }
      />
      {days !== null && (
        <NumberInput
          label={t('call-records.retention.days')}
          min={1}
          max={RETENTION_MAX_DAYS}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="none"
          {...form.getInputProps('days')}
        />
      )}
      <p className="retention-hint">{t('call-records.retention.hint')}</p>
    </ContractForm>
  );
}
