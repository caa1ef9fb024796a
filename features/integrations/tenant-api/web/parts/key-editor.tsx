import { Checkbox, NativeSelect, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { NetworksField } from '#platform/web/ui/form/networks-field.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { toWire } from '#platform/web/zone.ts';
import { NAME_MAX, tenantApiApi, type ApiKey, type ScopeOffer } from '../../contract.ts';

type Values = Pick<ApiKey, 'name' | 'scopes' | 'expiresAt' | 'maskNumbers' | 'networks'>;

const TERMS_DAYS = [30, 90, 365];
const DAY_MS = 86_400_000;
const KEEP = 'keep';
const NEVER = 'never';

interface KeyEditorProps {
  apiKey: ApiKey | null;
  scopes: readonly ScopeOffer[];
  mustMask: boolean;
  onMade: (key: string) => void;
  onClose: () => void;
}

/** Makes a key or changes one. Until when is chosen as a term from now. */
export function KeyEditor({ apiKey, scopes, mustMask, onMade, onClose }: KeyEditorProps) {
  const t = useText();
  const format = useFormat();
  const [opened] = useState(() => Date.now());
  const afterDays = (days: number): string => toWire(new Date(opened + days * DAY_MS));
  const [term, setTerm] = useState(apiKey ? KEEP : '90');
  const [initial] = useState<Values>(() => {
    const {
      name = '',
      scopes: held = [],
      expiresAt = afterDays(90),
      maskNumbers = mustMask,
      networks = [],
    } = apiKey ?? {};
    return { name, scopes: held, expiresAt, maskNumbers, networks };
  });
  const form = useContractForm<Values>(tenantApiApi.add.input as never, initial);
  const invalidates = [tenantApiApi.list];
  const add = useCommand(tenantApiApi.add, { invalidates, handlesFailures: true, onDone: ({ key }) => onMade(key) });
  const update = useCommand(tenantApiApi.update, { invalidates, handlesFailures: true, done: 'ui.saved' });

  async function send(values: Values): Promise<void> {
    if (apiKey) await update.mutateAsync({ ...values, id: apiKey.id, enabled: apiKey.enabled });
    else await add.mutateAsync(values);
    onClose();
  }
  function chooseTerm(next: string): void {
    setTerm(next);
    form.setFieldValue(
      'expiresAt',
      next === KEEP ? initial.expiresAt : next === NEVER ? null : afterDays(Number(next)),
    );
  }

  const terms = [
    ...(apiKey
      ? [
          {
            value: KEEP,
            label: t('tenant-api.expiry.keep', {
              when: apiKey.expiresAt === null ? t('tenant-api.noExpiry') : format.date(apiKey.expiresAt),
            }),
          },
        ]
      : []),
    ...TERMS_DAYS.map((days) => ({ value: String(days), label: t('tenant-api.expiry.days', { days }) })),
    { value: NEVER, label: t('tenant-api.expiry.never') },
  ];
  return (
    <SidePanel
      opened
      onClose={onClose}
      title={apiKey ? t('tenant-api.editTitle', { name: apiKey.name }) : t('tenant-api.addTitle')}
      dirty={form.isDirty()}
    >
      <ContractForm
        form={form}
        onSubmit={send}
        onCancel={onClose}
        {...(apiKey ? {} : { submit: t('tenant-api.make') })}
      >
        <TextInput
          required
          label={t('tenant-api.field.name')}
          description={t('tenant-api.field.nameHint')}
          maxLength={NAME_MAX}
          {...form.getInputProps('name')}
        />
        <Checkbox.Group
          required
          label={t('tenant-api.field.scopes')}
          {...form.getInputProps('scopes')}
          error={form.errors['scopes'] && t('tenant-api.scopeMissing')}
        >
          <div className="api-key-choices">
            {scopes.map(({ scope, mayGive }) => (
              <Checkbox
                key={scope}
                value={scope}
                label={t(`tenant-api.scope.${scope}`)}
                disabled={!mayGive && !initial.scopes.includes(scope)}
                {...(mayGive ? {} : { description: t('tenant-api.notYours') })}
              />
            ))}
          </div>
        </Checkbox.Group>
        <NativeSelect
          label={t('tenant-api.field.expiry')}
          value={term}
          data={terms}
          onChange={(event) => chooseTerm(event.currentTarget.value)}
        />
        <Switch
          label={t('tenant-api.field.mask')}
          description={t('tenant-api.field.maskHint')}
          disabled={mustMask && form.values.maskNumbers}
          {...form.getInputProps('maskNumbers', { type: 'checkbox' })}
        />
        <NetworksField
          label={t('tenant-api.field.networks')}
          description={t('tenant-api.field.networksHint')}
          networks={initial.networks}
          onChange={(networks) => form.setFieldValue('networks', networks)}
        />
      </ContractForm>
    </SidePanel>
  );
}
