import { MultiSelect, Radio, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { LONG_LIST, useCountryChoices } from '#platform/web/country-choices.ts';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { codeLabel } from '#platform/web/ui/code-badge.tsx';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { RouteType } from '#shared/codes/route-type.ts';
import { RouteFields, routesApi, type Route, type Trunk } from '../../contract.ts';
import { RouteHoursFields } from './route-hours-fields.tsx';
import type { RouteForm } from './route-form.ts';
import { TrunkFieldset } from './trunk-fieldset.tsx';

interface RouteEditorProps {
  route: Route | null;
  trunks: readonly Trunk[];
  onClose: () => void;
  /** A new route shows no number yet. */
  onAdded: (route: Pick<Route, 'id' | 'name'>) => void;
}

/** Makes a route, or changes one. */
export function RouteEditor({ route, trunks, onClose, onAdded }: RouteEditorProps) {
  const t = useText();
  const [initial] = useState<RouteFields>(() => ({
    name: route?.name ?? '',
    type: route?.type ?? RouteType.outbound,
    countries: route?.countries ?? [],
    hours: route?.hours ?? { kind: 'always' },
    enabled: route?.enabled ?? true,
    strategy: route?.strategy ?? 'order',
    trunks: route?.trunks.map(({ trunkId, weight }) => ({ trunkId, weight })) ?? [],
  }));
  const form = useContractForm<RouteFields>(RouteFields as never, initial);
  const invalidates = [routesApi.list];
  const create = useCommand(routesApi.create, { invalidates, handlesFailures: true });
  const update = useCommand(routesApi.update, { invalidates, handlesFailures: true });
  const countries = useCountryChoices();

  async function send(fields: RouteFields): Promise<void> {
    if (!route) {
      const { id } = await create.mutateAsync({ ...fields, path: 'create' });
      return onAdded({ id, name: fields.name.trim() });
    }
    await update.mutateAsync({ ...fields, path: 'update', id: route.id, version: route.version });
    toast({ tone: 'success', text: t('ui.saved') });
    onClose();
  }
  return (
    <SidePanel
      opened
      onClose={onClose}
      size={600}
      title={route ? t('routes.editNamed', { name: route.name }) : t('routes.add')}
      dirty={form.isDirty()}
    >
      <ContractForm
        form={form}
        onSubmit={send}
        onCancel={onClose}
        refusedFields={{ nameTaken: 'name', trunkUnknown: 'trunks' }}
      >
        <TextInput required maxLength={60} label={t('routes.field.name')} {...form.getInputProps('name')} />
        <TypeChoice form={form} />
        <MultiSelect
          label={t('routes.field.countries')}
          description={t(form.values.type === RouteType.inbound ? 'routes.countriesInHint' : 'routes.countriesHint')}
          placeholder={form.values.countries.length === 0 ? t('routes.everywhere') : ''}
          searchable
          clearable
          comboboxProps={LONG_LIST}
          data={countries}
          value={form.values.countries}
          error={form.errors['countries']}
          onChange={(next) => form.setFieldValue('countries', next)}
        />
        <RouteHoursFields form={form} />
        <TrunkFieldset form={form} trunks={trunks} />
        <Switch label={t('routes.field.enabled')} {...form.getInputProps('enabled', { type: 'checkbox' })} />
      </ContractForm>
    </SidePanel>
  );
}

/** What the route is for, each kind with what it means. */
function TypeChoice({ form }: { form: RouteForm }) {
  const t = useText();
  return (
    <Radio.Group
      label={t('routes.field.type')}
      value={String(form.values.type)}
      error={form.errors['type']}
      onChange={(next) => form.setFieldValue('type', Number(next) as RouteFields['type'])}
    >
      <div className="routes-choices">
        {typeNames.map((name) => (
          <Radio
            key={name}
            value={String(RouteType[name])}
            label={codeLabel(RouteType, RouteType[name])}
            description={t(`routes.typeHint.${name}`)}
          />
        ))}
      </div>
    </Radio.Group>
  );
}

const typeNames = ['outbound', 'manualCall', 'autoDial', 'inbound'] as const;
