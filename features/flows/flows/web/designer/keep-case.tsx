import { Checkbox, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { useText } from '#platform/web/i18n.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { flowsApi } from '../../contract.ts';
import { keptStep, type TestedStep } from '../../core/kept-step.ts';
import '#platform/web/load-zod.ts';

/** A test that goes into the collection: what was done, what was said last, and how it ended. */
export interface KeptTest {
  steps: readonly TestedStep[];
  /** Who was thought to call. */
  customerId?: number;
  values: Readonly<Record<string, string>>;
  lastWords: string;
  result: number | null;
}

const Wish = z.object({ name: z.string().trim().min(1).max(100) });

/** Names a conversation that is kept, and says what has to come of it again. */
export function KeepCase({ id, kept, onClose }: { id: number; kept: KeptTest; onClose(): void }) {
  const t = useText();
  const form = useContractForm(Wish, { name: '' });
  const [expectsWords, setExpectsWords] = useState(kept.lastWords !== '');
  const [expectsResult, setExpectsResult] = useState(kept.result !== null);
  const [maxLatencyMs, setMaxLatencyMs] = useState<number | null>(null);
  const add = useCommand(flowsApi.addCase, {
    invalidates: [flowsApi.cases],
    done: 'flows.caseKept',
    handlesFailures: true,
  });
  return (
    <Dialog opened title={t('flows.keepCase')} dirty={form.isDirty()} onClose={onClose}>
      <ContractForm
        form={form}
        onCancel={onClose}
        onSubmit={async ({ name }) => {
          const expects = [
            ...(expectsWords ? [{ words: kept.lastWords }] : []),
            ...(expectsResult && kept.result !== null ? [{ result: kept.result as never }] : []),
            ...(maxLatencyMs === null ? [] : [{ maxLatencyMs }]),
          ];
          await add.mutateAsync({
            id,
            content: {
              name,
              steps: kept.steps.map(keptStep),
              expects,
              values: { ...kept.values },
              ...(kept.customerId !== undefined && { caller: { customerId: kept.customerId } }),
            },
          });
          onClose();
        }}
      >
        <TextInput label={t('flows.column.name')} data-autofocus required {...form.getInputProps('name')} />
        {kept.lastWords !== '' && (
          <Checkbox
            label={t('flows.expectWords', { words: kept.lastWords })}
            checked={expectsWords}
            onChange={(event) => setExpectsWords(event.currentTarget.checked)}
          />
        )}
        {kept.result !== null && (
          <Checkbox
            label={t('flows.expectResult')}
            checked={expectsResult}
            onChange={(event) => setExpectsResult(event.currentTarget.checked)}
          />
        )}
        <NumberInput
          label={t('flows.expectLatency')}
          description={t('flows.expectLatencyHint')}
          min={1}
          max={60_000}
          allowDecimal={false}
          suffix=" ms"
          value={maxLatencyMs ?? ''}
          onChange={(value) => setMaxLatencyMs(value === '' ? null : Number(value))}
        />
      </ContractForm>
    </Dialog>
  );
}
