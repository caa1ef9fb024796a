import { NativeSelect, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { numberStrategies } from '#core/call/route-choices.ts';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { routesApi, type NumberPool, type PoolNumber, type Route } from '../../contract.ts';
import { CapField } from './cap-field.tsx';
import { PoolNumbers } from './pool-numbers.tsx';

interface PoolEditorProps {
  route: Pick<Route, 'id' | 'name'>;
  onClose: () => void;
}

/** Which numbers called people see on a route, how one is chosen, and when one rests. */
export function PoolEditor({ route, onClose }: PoolEditorProps) {
  const t = useText();
  const pool = useEndpoint(
    routesApi.pool,
    { path: 'numberPool', routerId: route.id },
    { handlesFailures: true, staleMs: 0 },
  );
  const [isDirty, setDirty] = useState(false);
  return (
    <SidePanel
      opened
      onClose={onClose}
      size={600}
      title={t('routes.numbersNamed', { name: route.name })}
      dirty={isDirty}
    >
      {pool.data && pool.isFetchedAfterMount ? (
        <PoolForm pool={pool.data} onDirty={() => setDirty(true)} onClose={onClose} />
      ) : pool.error ? (
        <ErrorState error={pool.error} onRetry={() => void pool.refetch()} />
      ) : (
        <LoadingLines lines={8} />
      )}
    </SidePanel>
  );
}

type PoolValues = Pick<NumberPool, 'strategy' | 'restAfter' | 'restMinutes'> & { numbers: PoolNumber[] };

interface PoolFormProps {
  pool: NumberPool;
  onDirty: () => void;
  onClose: () => void;
}

function PoolForm({ pool, onDirty, onClose }: PoolFormProps) {
  const t = useText();
  // As it was when it was opened: what somebody changed meanwhile is told when it is saved.
  const [{ routerId, version, strategy, restAfter, restMinutes, numbers }] = useState(pool);
  const form = useContractForm<PoolValues>(
    routesApi.setPool.input.omit({ path: true, routerId: true, version: true }) as never,
    { strategy, restAfter, restMinutes, numbers },
  );
  const save = useCommand(routesApi.setPool, { invalidates: [routesApi.list], handlesFailures: true });
  const values = form.values;
  const set = <K extends keyof PoolValues>(field: K, value: PoolValues[K]) => {
    onDirty();
    form.setFieldValue(field, value);
  };
  async function send(next: PoolValues): Promise<void> {
    await save.mutateAsync({
      path: 'numberPool.set',
      routerId,
      version,
      ...next,
      numbers: next.numbers.map(({ kind, id }) => ({ kind, id })),
    });
    toast({ tone: 'success', text: t('ui.saved') });
    onClose();
  }
  return (
    <ContractForm form={form} onSubmit={send} onCancel={onClose} refusedFields={{ numberNotOurs: 'numbers' }}>
      <NativeSelect
        label={t('routes.field.numberStrategy')}
        description={t(`routes.numberStrategyHint.${values.strategy}`)}
        data={numberStrategies.map((value) => ({ value, label: t(`routes.numberStrategy.${value}`) }))}
        value={values.strategy}
        onChange={(event) => set('strategy', event.currentTarget.value as PoolValues['strategy'])}
      />
      <PoolNumbers
        numbers={values.numbers}
        routerId={routerId}
        error={form.errors['numbers']}
        onChange={(next) => set('numbers', next)}
      />
      <fieldset className="form-group">
        <legend>{t('routes.rest')}</legend>
        <p>{t('routes.restHint')}</p>
        <div className="form-row routes-rest">
          <CapField
            label={t('routes.field.restAfter')}
            hint={t('routes.restNever')}
            min={2}
            max={1_000}
            value={values.restAfter}
            error={form.errors['restAfter']}
            onChange={(next) => set('restAfter', next)}
          />
          <NumberInput
            label={t('routes.field.restMinutes')}
            description={t('routes.restLength')}
            min={1}
            max={10_080}
            allowDecimal={false}
            disabled={values.restAfter === null}
            value={values.restMinutes}
            error={form.errors['restMinutes']}
            onChange={(next) => set('restMinutes', Number(next))}
          />
        </div>
      </fieldset>
    </ContractForm>
  );
}
