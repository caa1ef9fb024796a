import { NumberInput, Radio } from '@mantine/core';
import { Suspense } from 'react';
import {
  ABANDONED_MOST_PER_MILLE,
  type DialerFields,
  type DialledFields,
} from '#features/outbound/campaigns/contract.ts';
import { CampaignMachine, CampaignNumberPool, CampaignRoute } from '#features/outbound/campaigns/web/index.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { codeLabel } from '#platform/web/ui/code-badge.tsx';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import type { FormState } from '#platform/web/ui/form/use-contract-form.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useSlot } from '#platform/web/use-slot.ts';
import { DispatchType } from '#shared/codes/dispatch-type.ts';
import { dialerApi } from '../../contract.ts';

type Props = { form: FormState<DialerFields> };

const [RING_LEAST, RING_MOST] = [15, 120];
const WRAP_UP_MOST = 3_600;
/** The words that are used for each way of dialling. */
const wayHints = {
  [DispatchType.predictive]: 'dialer.way.predictive',
  [DispatchType.proportional]: 'dialer.way.proportional',
} as const;

/** How a task dials: by which pace and route, and what whoever finds nobody hears. */
export function DiallingFields({ form, routeName }: Props & { routeName: string }) {
  const t = useText();
  const choices = useEndpoint(dialerApi.choices, {}, { handlesFailures: true, staleMs: 60_000 }).data;
  const { routerId, numberPool } = form.values;
  return (
    <>
      <PaceFields form={form} />
      <AbandonedFields form={form} />
      <CampaignMachine
        form={form as unknown as FormState<DialledFields>}
        words={(rule) => ({ label: t(`dialer.machine.${rule}`), description: t(`dialer.machineHint.${rule}`) })}
      />
      <fieldset className="form-group">
        <legend>{t('dialer.calls')}</legend>
        {choices?.hasRoutes !== false && (
          <CampaignRoute
            routes={choices?.routes}
            routerId={routerId}
            chosenName={routeName}
            onChange={(next) => form.setFieldValue('routerId', next)}
            error={form.errors['routerId']}
          />
        )}
        <CampaignNumberPool
          numbers={numberPool}
          onChange={(next) => form.setFieldValue('numberPool', next)}
          error={form.errors['numberPool']}
        />
        <div className="form-row">
          <NumberInput
            min={RING_LEAST}
            max={RING_MOST}
            suffix={t('dialer.seconds')}
            label={t('dialer.field.ringSec')}
            description={t('dialer.ringHint')}
            {...form.getInputProps('ringSec')}
          />
          <NumberInput
            min={0}
            max={WRAP_UP_MOST}
            suffix={t('dialer.seconds')}
            label={t('dialer.field.wrapUpSec')}
            description={t('dialer.wrapUpHint')}
            value={form.values.wrapUpSec ?? ''}
            onChange={(next) => form.setFieldValue('wrapUpSec', typeof next === 'number' ? next : null)}
            error={form.errors['wrapUpSec']}
          />
        </div>
      </fieldset>
    </>
  );
}

function PaceFields({ form }: Props) {
  const t = useText();
  const { dispatchType } = form.values;
  return (
    <fieldset className="form-group">
      <legend>{t('dialer.field.dispatchType')}</legend>
      <Radio.Group
        aria-label={t('dialer.field.dispatchType')}
        value={String(dispatchType)}
        onChange={(value) => form.setFieldValue('dispatchType', Number(value) as DispatchType)}
      >
        <div className="campaign-lines">
          {DispatchType.rows.toReversed().map(({ code }) => (
            <Radio
              key={code}
              value={String(code)}
              label={codeLabel(DispatchType, code)}
              description={t(wayHints[code])}
            />
          ))}
        </div>
      </Radio.Group>
      <div className="form-row">
        {dispatchType === DispatchType.proportional && (
          <NumberInput
            min={1}
            max={10}
            step={0.1}
            decimalScale={2}
            label={t('dialer.field.ratio')}
            description={t('dialer.ratioHint')}
            {...form.getInputProps('ratio')}
          />
        )}
        <NumberInput
          min={0}
          max={100}
          label={t('dialer.field.keepFree')}
          description={t('dialer.keepFreeHint')}
          {...form.getInputProps('keepFree')}
        />
      </div>
    </fieldset>
  );
}

function AbandonedFields({ form }: Props) {
  const t = useText();
  const format = useFormat();
  const SoundField = useSlot('teamSound')[0]?.Part;
  const { abandonPerMille, abandonedSoundId } = form.values;
  return (
    <fieldset className="form-group">
      <legend>{t('dialer.abandoned')}</legend>
      <p>{t('dialer.abandonedHint')}</p>
      <NumberInput
        min={0}
        max={ABANDONED_MOST_PER_MILLE / 10}
        step={0.1}
        decimalScale={1}
        suffix=" %"
        label={t('dialer.field.abandonPerMille')}
        description={t('dialer.abandonedMost', { most: format.percent(ABANDONED_MOST_PER_MILLE / 1_000) })}
        value={typeof abandonPerMille === 'number' ? abandonPerMille / 10 : ''}
        // What is cleared is nothing: it is asked for, and never taken for what stood there.
        onChange={(next) =>
          form.setFieldValue('abandonPerMille', typeof next === 'number' ? Math.round(next * 10) : ('' as never))
        }
        error={form.errors['abandonPerMille']}
      />
      <Suspense fallback={<LoadingLines lines={2} />}>
        {SoundField && (
          <SoundField
            label={t('dialer.field.abandonedSoundId')}
            hint={t('dialer.abandonedSoundHint')}
            none={t('dialer.abandonedSoundNone')}
            value={abandonedSoundId}
            error={form.errors['abandonedSoundId']}
            onChange={(soundId) => form.setFieldValue('abandonedSoundId', soundId)}
          />
        )}
      </Suspense>
    </fieldset>
  );
}
