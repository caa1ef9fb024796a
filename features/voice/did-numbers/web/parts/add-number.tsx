import { Select, TextInput } from '@mantine/core';
import { LONG_LIST, useCountryChoices } from '#platform/web/country-choices.ts';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { didNumbersApi, type DidNumber, type NewNumber } from '../../contract.ts';

interface AddNumberProps {
  onClose: () => void;
  /** The new number may want more than a group. */
  onAdded: (number: DidNumber) => void;
}

/** Adds a number, written in any way. */
export function AddNumber({ onClose, onAdded }: AddNumberProps) {
  const t = useText();
  const groups = useEndpoint(didNumbersApi.groups, {}).data ?? [];
  const countries = useCountryChoices();
  const form = useContractForm<NewNumber>(didNumbersApi.add.input as never, {
    number: '',
    countryIso2: null,
    remark: '',
    groupId: null,
  });
  const add = useCommand(didNumbersApi.add, {
    invalidates: [didNumbersApi.my, didNumbersApi.groups, didNumbersApi.choices],
    handlesFailures: true,
  });
  const { countryIso2, groupId } = form.values;
  return (
    <Dialog opened onClose={onClose} title={t('did-numbers.add')} dirty={form.isDirty()}>
      <ContractForm
        form={form}
        submit={t('did-numbers.add')}
        onCancel={onClose}
        refusedFields={{
          numberWithoutCountry: 'number',
          numberWrong: 'number',
          numberElsewhere: 'number',
          numberOursAlready: 'number',
        }}
        onSubmit={async (fields) => {
          const added = await add.mutateAsync(fields);
          toast({ tone: 'success', text: t('did-numbers.added') });
          onAdded(added);
        }}
      >
        <TextInput
          required
          data-autofocus
          inputMode="tel"
          label={t('did-numbers.column.number')}
          description={t('did-numbers.numberHint')}
          {...form.getInputProps('number')}
        />
        <Select
          label={t('did-numbers.country')}
          placeholder={t('did-numbers.countryInNumber')}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('did-numbers.countryClear') }}
          comboboxProps={LONG_LIST}
          data={countries}
          value={countryIso2}
          onChange={(next) => form.setFieldValue('countryIso2', next)}
        />
        <Select
          label={t('did-numbers.groupFirst')}
          placeholder={t('did-numbers.groupLater')}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('did-numbers.groupClear') }}
          data={groups.map(({ groupId: id, groupName }) => ({ value: String(id), label: groupName }))}
          value={groupId === null ? null : String(groupId)}
          onChange={(next) => form.setFieldValue('groupId', next === null ? null : Number(next))}
        />
        <TextInput label={t('did-numbers.column.remark')} maxLength={100} {...form.getInputProps('remark')} />
      </ContractForm>
    </Dialog>
  );
}
