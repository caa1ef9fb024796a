import { NativeSelect, NumberInput, Select } from '@mantine/core';
import { trunkStrategies } from '#core/call/route-choices.ts';
import { useText } from '#platform/web/i18n.ts';
import { ROUTE_TRUNKS_MOST, type RouteFields, type Trunk } from '../../contract.ts';
import { OrderedRows } from './ordered-rows.tsx';
import type { RouteForm } from './route-form.ts';
import { TrunkUse } from './trunk-use.tsx';

type Taken = RouteFields['trunks'][number];

/** By which trunks calls leave: in which order they are tried, or which share each of them gets. */
export function TrunkFieldset({ form, trunks }: { form: RouteForm; trunks: readonly Trunk[] }) {
  const t = useText();
  const { trunks: taken, strategy } = form.values;
  const trunkOf = ({ trunkId }: Taken): Trunk | undefined => trunks.find(({ id }) => id === trunkId);
  const set = (next: Taken[]) => form.setFieldValue('trunks', next);
  const left = trunks.filter(({ id }) => !taken.some(({ trunkId }) => trunkId === id));
  const weighed = (place: number, weight: number) =>
    set(taken.map((one, at) => (at === place ? { ...one, weight } : one)));
  return (
    <fieldset className="form-group">
      <legend>{t('routes.field.trunks')}</legend>
      <NativeSelect
        label={t('routes.field.strategy')}
        description={t(`routes.strategyHint.${strategy}`)}
        data={trunkStrategies.map((value) => ({ value, label: t(`routes.strategy.${value}`) }))}
        value={strategy}
        onChange={(event) => form.setFieldValue('strategy', event.currentTarget.value as RouteFields['strategy'])}
      />
      <OrderedRows
        label={t('routes.trunkOrder')}
        rows={taken}
        idOf={({ trunkId }) => trunkId}
        nameOf={(one) => trunkOf(one)?.name ?? String(one.trunkId)}
        onChange={set}
        draw={(one, place) => (
          <>
            <TrunkNote trunk={trunkOf(one)} />
            {strategy === 'share' && (
              <NumberInput
                size="xs"
                w={110}
                min={1}
                max={1_000}
                allowDecimal={false}
                aria-label={t('routes.weightOf', { name: trunkOf(one)?.name ?? '' })}
                value={one.weight}
                error={form.errors[`trunks.${place}.weight`]}
                onChange={(next) => weighed(place, Math.max(1, Number(next) || 1))}
              />
            )}
          </>
        )}
      />
      {taken.length < ROUTE_TRUNKS_MOST && (left.length > 0 || taken.length === 0) && (
        <Select
          label={t('routes.addTrunk')}
          placeholder={t('routes.addTrunkHint')}
          searchable
          data={left.map(({ id, name, isRehearsal }) => ({
            value: String(id),
            label: isRehearsal ? `${name} (${t('routes.rehearsal')})` : name,
          }))}
          nothingFoundMessage={t('routes.trunk.none')}
          value={null}
          error={form.errors['trunks']}
          onChange={(id) => id && set([...taken, { trunkId: Number(id), weight: 1 }])}
        />
      )}
    </fieldset>
  );
}

function TrunkNote({ trunk }: { trunk: Trunk | undefined }) {
  const t = useText();
  if (!trunk) return null;
  return <small>{trunk.enabled ? <TrunkUse trunk={trunk} /> : t('routes.off')}</small>;
}
