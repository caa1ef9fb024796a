import { ActionIcon, Button, NativeSelect, Select, Switch, TextInput } from '@mantine/core';
import { Plus, Trash2 } from 'lucide-react';
import { fromChoices, hiddenChoices, vouchedChoices } from '#core/trunk/caller-id.ts';
import { incomingForms, numberForms } from '#core/trunk/number-style.ts';
import { LONG_LIST, useCountryChoices } from '#platform/web/country-choices.ts';
import { useText } from '#platform/web/i18n.ts';
import { TRUNK_HEADERS_MOST, type SipTrunkFields } from '../../contract.ts';
import type { CarrierPreset } from '../../core/presets.ts';
import type { TrunkForm } from '../trunk-fields.ts';
import { exampleOf } from './connection-fields.tsx';

type Formatted = 'calledNumber' | 'shownNumber' | 'dialledNumber' | 'callerNumber';

/** How numbers are written to the carrier, and by it. */
export function NumberFields({ form, preset }: { form: TrunkForm; preset: CarrierPreset | null }) {
  const t = useText();
  return (
    <fieldset className="form-group">
      <legend>{t('trunks.part.numbers')}</legend>
      <p>{t('trunks.part.numbersHint')}</p>
      <NumberFormat form={form} field="calledNumber" example={exampleOf(preset, 'calledNumber.prefix')} />
      <NumberFormat form={form} field="shownNumber" example="" />
      <NumberFormat form={form} field="dialledNumber" example="" />
      <NumberFormat form={form} field="callerNumber" example="" />
    </fieldset>
  );
}

/** How one of the four numbers is written. */
function NumberFormat({ form, field, example }: { form: TrunkForm; field: Formatted; example: string }) {
  const t = useText();
  const countries = useCountryChoices();
  const style = form.values[field];
  const forms = field === 'calledNumber' || field === 'shownNumber' ? numberForms : incomingForms;
  const which = t(`trunks.number.${field}`);
  return (
    <div className="trunk-format" role="group" aria-label={which}>
      <NativeSelect
        label={which}
        data={forms.map((value) => ({ value, label: t(`trunks.form.${value}`) }))}
        {...form.getInputProps(`${field}.form`)}
      />
      <TextInput
        label={t('trunks.field.cut')}
        maxLength={20}
        spellCheck={false}
        {...form.getInputProps(`${field}.cut`)}
      />
      <TextInput
        label={t('trunks.field.prefix')}
        placeholder={example}
        maxLength={20}
        spellCheck={false}
        {...form.getInputProps(`${field}.prefix`)}
      />
      {style.form === 'national' && (
        <Select
          label={t('trunks.field.country')}
          searchable
          comboboxProps={LONG_LIST}
          data={countries}
          value={style.country || null}
          error={form.errors[`${field}.country`]}
          onChange={(country) => form.setFieldValue(field, { ...style, country: country ?? '' } as never)}
        />
      )}
    </div>
  );
}

/** In which headers the carrier looks for who calls. */
export function CallerFields({ form }: { form: TrunkForm }) {
  const t = useText();
  const { account, callerId } = form.values;
  const froms = fromChoices.filter((value) => value !== 'account' || account !== null || callerId.from === 'account');
  return (
    <fieldset className="form-group">
      <legend>{t('trunks.part.caller')}</legend>
      <div className="form-row trunk-row">
        <NativeSelect
          label={t('trunks.field.from')}
          data={froms.map((value) => ({ value, label: t(`trunks.from.${value}`) }))}
          {...form.getInputProps('callerId.from')}
        />
        <NativeSelect
          label={t('trunks.field.vouched')}
          data={vouchedChoices.map((value) => ({ value, label: t(`trunks.vouched.${value}`) }))}
          {...form.getInputProps('callerId.vouched')}
        />
      </div>
      {callerId.vouched !== 'nowhere' && (
        <TextInput
          label={t('trunks.field.vouchedNumber')}
          description={t('trunks.field.vouchedNumberHint')}
          maxLength={30}
          {...form.getInputProps('callerId.vouchedNumber')}
        />
      )}
      <NativeSelect
        label={t('trunks.field.hidden')}
        data={hiddenChoices.map((value) => ({ value, label: t(`trunks.hidden.${value}`) }))}
        {...form.getInputProps('callerId.hidden')}
      />
      <div className="form-row trunk-row">
        <TextInput
          label={t('trunks.field.callerHost')}
          description={t('trunks.field.callerHostHint')}
          maxLength={253}
          spellCheck={false}
          {...form.getInputProps('callerId.host')}
        />
        <TextInput
          label={t('trunks.field.diversion')}
          description={t('trunks.field.diversionHint')}
          maxLength={30}
          {...form.getInputProps('callerId.diversion')}
        />
      </div>
    </fieldset>
  );
}

/** Headers of every call: tokens, prefixes for billing. */
export function HeaderFields({ form, known }: { form: TrunkForm; known: SipTrunkFields['headers'] }) {
  const t = useText();
  const { headers } = form.values;
  const isKept = (name: string) => known.some((header) => header.isSecret && header.name === name);
  return (
    <fieldset className="form-group">
      <legend>{t('trunks.part.headers')}</legend>
      <p>{t('trunks.part.headersHint')}</p>
      {headers.map(({ name, isSecret }, place) => (
        <div className="trunk-header" role="group" aria-label={name || t('trunks.header.name')} key={place}>
          <TextInput
            label={t('trunks.header.name')}
            maxLength={60}
            spellCheck={false}
            {...form.getInputProps(`headers.${place}.name`)}
          />
          <TextInput
            label={t('trunks.header.value')}
            placeholder={isSecret && isKept(name) ? t('trunks.secretKept') : ''}
            type={isSecret ? 'password' : 'text'}
            autoComplete="off"
            maxLength={300}
            spellCheck={false}
            {...form.getInputProps(`headers.${place}.value`)}
          />
          <Switch
            label={t('trunks.header.secret')}
            {...form.getInputProps(`headers.${place}.isSecret`, { type: 'checkbox' })}
          />
          <ActionIcon
            aria-label={t('trunks.header.remove', { name })}
            data-hint={t('ui.delete')}
            onClick={() => form.removeListItem('headers', place)}
          >
            <Trash2 size={15} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {form.errors['headers'] && <p className="trunk-error">{form.errors['headers']}</p>}
      {headers.length < TRUNK_HEADERS_MOST && (
        <Button
          variant="default"
          className="trunk-add"
          leftSection={<Plus size={15} aria-hidden />}
          onClick={() => form.insertListItem('headers', { name: '', value: '', isSecret: false })}
        >
          {t('trunks.header.add')}
        </Button>
      )}
    </fieldset>
  );
}
