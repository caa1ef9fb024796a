import { ActionIcon, Button, NativeSelect, NumberInput, PasswordInput, TextInput } from '@mantine/core';
import { ArrowUp, Plus, Trash2 } from 'lucide-react';
import { trunkTransports } from '#core/trunk/trunk-words.ts';
import { useText } from '#platform/web/i18n.ts';
import { GATEWAYS_MOST, type SipGateway, type SipTrunkFields } from '../../contract.ts';
import type { CarrierPreset, PresetBlank } from '../../core/presets.ts';
import type { TrunkForm } from '../trunk-fields.ts';

/** What a blank of a preset looks like. */
export const exampleOf = (preset: CarrierPreset | null, field: PresetBlank): string =>
  preset?.blanks.find((blank) => blank.field === field)?.example ?? '';

/** Where the carrier is: its name, and the machines to try in order. */
export function ConnectionFields({ form, preset }: { form: TrunkForm; preset: CarrierPreset | null }) {
  const t = useText();
  const { domain, gateways } = form.values;
  // Most carriers are reached at their own name: gateways that bear it change with it.
  function rename(next: string): void {
    const follow = (gateway: SipGateway) =>
      gateway.host === '' || gateway.host === domain ? { ...gateway, host: next } : gateway;
    form.setValues({ domain: next, gateways: gateways.map(follow) });
  }
  return (
    <fieldset className="form-group">
      <legend>{t('trunks.part.connection')}</legend>
      <TextInput
        required
        label={t('trunks.field.domain')}
        description={t('trunks.field.domainHint')}
        placeholder={exampleOf(preset, 'domain')}
        maxLength={253}
        spellCheck={false}
        value={domain}
        error={form.errors['domain']}
        onChange={(event) => rename(event.currentTarget.value.trim())}
        onBlur={form.getInputProps('domain').onBlur}
      />
      <div>
        <p className="trunk-list-label">{t('trunks.gateways')}</p>
        <p className="trunk-list-hint">{t('trunks.gatewaysHint')}</p>
      </div>
      <ol className="trunk-gateways">
        {gateways.map((_gateway, place) => (
          <Gateway key={place} form={form} place={place} />
        ))}
      </ol>
      {form.errors['gateways'] && <p className="trunk-error">{form.errors['gateways']}</p>}
      {gateways.length < GATEWAYS_MOST && (
        <Button
          variant="default"
          className="trunk-add"
          leftSection={<Plus size={15} aria-hidden />}
          onClick={() => form.insertListItem('gateways', { host: '', port: null, transport: null })}
        >
          {t('trunks.addGateway')}
        </Button>
      )}
    </fieldset>
  );
}

function Gateway({ form, place }: { form: TrunkForm; place: number }) {
  const t = useText();
  const { gateways } = form.values;
  const gateway = gateways[place]!;
  const number = place + 1;
  const set = (some: Partial<SipGateway>) =>
    form.setFieldValue(
      'gateways',
      gateways.map((one, at) => (at === place ? { ...one, ...some } : one)),
    );
  return (
    <li>
      <TextInput
        label={t('trunks.gatewayHost', { number })}
        maxLength={253}
        spellCheck={false}
        {...form.getInputProps(`gateways.${place}.host`)}
      />
      <NumberInput
        label={t('trunks.gatewayPort')}
        aria-label={t('trunks.gatewayPortOf', { number })}
        placeholder={t('trunks.byRecords')}
        min={1}
        max={65_535}
        allowDecimal={false}
        hideControls
        value={gateway.port ?? ''}
        error={form.errors[`gateways.${place}.port`]}
        onChange={(port) => set({ port: port === '' ? null : Number(port) })}
      />
      <NativeSelect
        label={t('trunks.gatewayTransport')}
        aria-label={t('trunks.gatewayTransportOf', { number })}
        data={[
          { value: '', label: t('trunks.byRecords') },
          ...trunkTransports.map((value) => ({ value, label: value.toUpperCase() })),
        ]}
        value={gateway.transport ?? ''}
        onChange={(event) => set({ transport: (event.currentTarget.value || null) as SipGateway['transport'] })}
      />
      <span className="trunk-gateway-deeds">
        <ActionIcon
          aria-label={t('trunks.gatewayUp', { number })}
          data-hint={t('trunks.earlier')}
          disabled={place === 0}
          onClick={() => form.reorderListItem('gateways', { from: place, to: place - 1 })}
        >
          <ArrowUp size={15} aria-hidden />
        </ActionIcon>
        <ActionIcon
          aria-label={t('trunks.gatewayRemove', { number })}
          data-hint={t('ui.delete')}
          disabled={gateways.length === 1}
          onClick={() => form.removeListItem('gateways', place)}
        >
          <Trash2 size={15} aria-hidden />
        </ActionIcon>
      </span>
    </li>
  );
}

const ways = ['register', 'password', 'address'] as const;
type Way = (typeof ways)[number];
const wayOf = ({ account, register }: Pick<SipTrunkFields, 'account' | 'register'>): Way =>
  register ? 'register' : account ? 'password' : 'address';
const REGISTER_SEC = 600;

/** How the carrier knows us. */
export function SignInFields({
  form,
  preset,
  hasPassword,
}: {
  form: TrunkForm;
  preset: CarrierPreset | null;
  hasPassword: boolean;
}) {
  const t = useText();
  const { account, register, callerId } = form.values;
  const way = wayOf(form.values);
  const choose = (next: Way) =>
    form.setValues({
      account: next === 'address' ? null : (account ?? { user: '', authUser: '', password: '' }),
      register: next === 'register' ? (register ?? { seconds: REGISTER_SEC }) : null,
      ...(next === 'address' ? { callerId: { ...callerId, from: 'number' as const } } : {}),
    });
  return (
    <fieldset className="form-group">
      <legend>{t('trunks.part.signIn')}</legend>
      <NativeSelect
        label={t('trunks.field.way')}
        description={t(`trunks.wayHint.${way}`)}
        data={ways.map((value) => ({ value, label: t(`trunks.way.${value}`) }))}
        value={way}
        onChange={(event) => choose(event.currentTarget.value as Way)}
      />
      {account && (
        <>
          <div className="form-row trunk-row">
            <TextInput
              required
              label={t('trunks.field.user')}
              placeholder={exampleOf(preset, 'account.user')}
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
              {...form.getInputProps('account.user')}
            />
            <PasswordInput
              required={!hasPassword}
              label={t('trunks.field.password')}
              placeholder={hasPassword ? t('trunks.secretKept') : ''}
              autoComplete="new-password"
              maxLength={200}
              {...form.getInputProps('account.password')}
            />
          </div>
          <TextInput
            label={t('trunks.field.authUser')}
            description={t('trunks.field.authUserHint')}
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            {...form.getInputProps('account.authUser')}
          />
        </>
      )}
      {register && (
        <NumberInput
          label={t('trunks.field.registerSec')}
          description={t('trunks.field.registerSecHint')}
          min={60}
          max={86_400}
          allowDecimal={false}
          {...form.getInputProps('register.seconds')}
        />
      )}
    </fieldset>
  );
}
