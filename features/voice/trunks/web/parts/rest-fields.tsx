import { NativeSelect, NumberInput, Switch, TagsInput } from '@mantine/core';
import { trunkCodecs, trunkSecurities } from '#core/trunk/trunk-words.ts';
import { useText } from '#platform/web/i18n.ts';
import { NetworksField } from '#platform/web/ui/form/networks-field.tsx';
import { TRUNK_HOSTS_MOST, type SipTrunkFields } from '../../contract.ts';
import type { TrunkForm } from '../trunk-fields.ts';

type Codec = SipTrunkFields['codecs'][number];

/** What sound is sent as, and whether anybody on the way can listen. */
export function SoundFields({ form }: { form: TrunkForm }) {
  const t = useText();
  const { codecs } = form.values;
  // Both in one order, the other, or one alone.
  const orders: Codec[][] = [[...trunkCodecs], [...trunkCodecs].reverse(), ...trunkCodecs.map((one) => [one])];
  return (
    <fieldset className="form-group">
      <legend>{t('trunks.part.sound')}</legend>
      <NativeSelect
        label={t('trunks.field.security')}
        description={t('trunks.field.securityHint')}
        data={trunkSecurities.map((value) => ({ value, label: t(`trunks.security.${value}`) }))}
        {...form.getInputProps('security')}
      />
      <NativeSelect
        label={t('trunks.field.codecs')}
        data={orders.map((order) => ({ value: order.join(), label: order.join(' → ') }))}
        value={codecs.join()}
        error={form.errors['codecs']}
        onChange={(event) => form.setFieldValue('codecs', event.currentTarget.value.split(',') as Codec[])}
      />
      <Switch
        label={t('trunks.field.largeByTcp')}
        description={t('trunks.field.largeByTcpHint')}
        {...form.getInputProps('largeByTcp', { type: 'checkbox' })}
      />
    </fieldset>
  );
}

/** How much goes over the trunk, and how often somebody looks whether it lives. */
export function CapacityFields({ form }: { form: TrunkForm }) {
  const t = useText();
  const { healthSec } = form.values;
  return (
    <fieldset className="form-group">
      <legend>{t('trunks.part.limits')}</legend>
      <div className="form-row trunk-row">
        <NumberInput
          label={t('trunks.field.callsAtOnce')}
          min={1}
          max={10_000}
          allowDecimal={false}
          {...form.getInputProps('callsAtOnce')}
        />
        <NumberInput
          label={t('trunks.field.callsPerSec')}
          min={1}
          max={1_000}
          allowDecimal={false}
          {...form.getInputProps('callsPerSec')}
        />
      </div>
      <div className="form-row trunk-row">
        <NumberInput
          label={t('trunks.field.healthSec')}
          description={t('trunks.field.healthSecHint')}
          min={10}
          max={3_600}
          allowDecimal={false}
          value={healthSec ?? ''}
          error={form.errors['healthSec']}
          onChange={(next) => form.setFieldValue('healthSec', next === '' ? null : Number(next))}
        />
        <NumberInput
          label={t('trunks.field.sessionSec')}
          description={t('trunks.field.sessionSecHint')}
          min={90}
          max={86_400}
          allowDecimal={false}
          {...form.getInputProps('sessionSec')}
        />
      </div>
    </fieldset>
  );
}

/** From where calls and sound may come besides the gateways. */
export function NetworkFields({ form }: { form: TrunkForm }) {
  const t = useText();
  const { signallingFrom, mediaFrom, hosts } = form.values;
  const troubleOf = (field: string) =>
    Object.entries(form.errors).find(([path]) => path === field || path.startsWith(`${field}.`))?.[1];
  return (
    <fieldset className="form-group">
      <legend>{t('trunks.part.networks')}</legend>
      <NetworksField
        label={t('trunks.field.signallingFrom')}
        description={t('trunks.field.signallingFromHint')}
        placeholder={t('trunks.nowhereElse')}
        networks={signallingFrom}
        onChange={(networks) => form.setFieldValue('signallingFrom', networks)}
      />
      {troubleOf('signallingFrom') && <p className="trunk-error">{troubleOf('signallingFrom')}</p>}
      <NetworksField
        label={t('trunks.field.mediaFrom')}
        description={t('trunks.field.mediaFromHint')}
        placeholder={t('trunks.nowhereElse')}
        networks={mediaFrom}
        onChange={(networks) => form.setFieldValue('mediaFrom', networks)}
      />
      {troubleOf('mediaFrom') && <p className="trunk-error">{troubleOf('mediaFrom')}</p>}
      <TagsInput
        label={t('trunks.field.hosts')}
        description={t('trunks.field.hostsHint')}
        maxTags={TRUNK_HOSTS_MOST}
        value={hosts}
        error={troubleOf('hosts')}
        onChange={(next) => form.setFieldValue('hosts', next)}
      />
    </fieldset>
  );
}
