import { Button, Select } from '@mantine/core';
import { ListPlus } from 'lucide-react';
import { useState } from 'react';
import type { CustomerBatchProps } from '#features/customers/customers/web/index.ts';
import { LONG_LIST } from '#platform/web/country-choices.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { ErrorLine, LoadingLines } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { campaignsApi, LISTED_CUSTOMERS_MOST, type AddedCustomers } from '../../contract.ts';
import '#platform/web/ui/form/form.css';

/** Customers that were chosen in a list come into a task. */
export default function AddToTask({ ids, clear }: CustomerBatchProps) {
  const t = useText();
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        disabled={ids.length > LISTED_CUSTOMERS_MOST}
        leftSection={<ListPlus size={14} aria-hidden />}
        onClick={() => setAsked(true)}
      >
        {t('campaigns.add.button')}
      </Button>
      {isAsked && <AddDialog ids={ids} clear={clear} onClose={() => setAsked(false)} />}
    </>
  );
}

function AddDialog({ ids, clear, onClose }: CustomerBatchProps & { onClose: () => void }) {
  const t = useText();
  const format = useFormat();
  const [chosen, setChosen] = useState<string | null>(null);
  const { data, error, refetch } = useEndpoint(campaignsApi.open, {}, { handlesFailures: true, staleMs: 0 });
  const send = useCommand(campaignsApi.addChosen, {
    onDone: (added) => {
      toast({ tone: added.added > 0 ? 'success' : 'info', text: addedText(added) });
      onClose();
      clear();
    },
  });
  const addedText = ({ added, duplicates, keptOut, unknown }: AddedCustomers): string =>
    t('campaigns.add.done', {
      added: format.number(added),
      rest: format.number(duplicates + unknown + Object.values(keptOut).reduce((sum, one) => sum + one, 0)),
    });
  return (
    <Dialog opened onClose={onClose} title={t('campaigns.add.title', { count: format.number(ids.length) })}>
      {error && !data ? (
        <ErrorLine error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingLines lines={2} />
      ) : (
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            send.mutate({ campaignId: Number(chosen), customerIds: [...ids] });
          }}
        >
          <Select
            searchable
            comboboxProps={LONG_LIST}
            label={t('campaigns.add.task')}
            description={data.length === 0 ? t('campaigns.add.none') : t('campaigns.add.hint')}
            data={data.map(({ id, kind, name }) => ({
              value: String(id),
              label: `${name} · ${t(`campaigns.kind.${kind}`)}`,
            }))}
            value={chosen}
            onChange={setChosen}
          />
          <div className="form-buttons">
            <Button type="submit" loading={send.isPending} disabled={chosen === null}>
              {t('campaigns.add.submit')}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
