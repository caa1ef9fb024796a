import { Alert, Input, Select, TagsInput, TextInput } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { z } from 'zod';
import type { Role } from '#features/team/access/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { LeaveGuard } from '#platform/web/ui/form/leave-guard.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import {
  METADATA_MAX,
  passwordSignIns,
  ssoApi,
  type ServiceProvider,
  type SsoConfig,
  type SsoProtocol,
} from '../../contract.ts';
import { asSent, firstWishes, wishesOf, type SsoValues } from '../settings-rules.ts';
import { ProviderSource } from './provider-source.tsx';
import { RoleMappings, RolePicker } from './role-mappings.tsx';
import { SamlSwitches } from './saml-switches.tsx';

interface SettingsFormProps {
  config: SsoConfig | null;
  sp: z.output<typeof ServiceProvider>;
  roles: readonly Role[];
  agentGroups: readonly { id: number; name: string }[];
  /** Others choose roles and who may use a password, not who vouches for people. */
  isOwner: boolean;
}

/** The company's provider, its people and what they may do. */
export function SettingsForm({ config, sp, roles, agentGroups, isOwner }: SettingsFormProps) {
  const t = useText();
  const [fileName, setFileName] = useState('');
  const [protocol, setProtocol] = useState<SsoProtocol>(config?.protocol ?? 'saml');
  const start: SsoValues = {
    ...(config ? wishesOf(config) : firstWishes(sp)),
    metadataUrl: config?.metadataUrl ?? '',
    issuer: config?.protocol === 'oidc' ? config.idpEntityId : '',
    version: config?.version ?? 0,
  };
  const form = useContractForm<SsoValues>(ssoApi.save.input as z.ZodType<unknown, SsoValues>, start);
  const save = useCommand(ssoApi.save, {
    invalidates: [ssoApi.config, ssoApi.sp],
    done: 'ui.saved',
    handlesFailures: true,
  });
  const { values } = form;

  async function read(file: File | null): Promise<void> {
    if (!file) return;
    if (file.size > METADATA_MAX) return toast({ tone: 'warning', text: t('sso.form.fileTooLarge') });
    form.setFieldValue('metadata', await file.text());
    setFileName(file.name);
  }

  return (
    <Card title={t('sso.form.title')}>
      <LeaveGuard dirty={form.isDirty() && !save.isSuccess} />
      <ContractForm form={form} onSubmit={(filled) => save.mutateAsync(asSent(filled, protocol, config))}>
        {isOwner ? (
          <ProviderSource
            form={form}
            config={config}
            protocol={protocol}
            onProtocol={setProtocol}
            fileName={fileName}
            onFile={(file) => void read(file)}
          />
        ) : (
          <p className="sso-hint">{t('sso.form.ownerOnly')}</p>
        )}
        <div className="form-row">
          <Select
            label={t('sso.form.companyDomain')}
            description={t('sso.form.companyDomainHint')}
            data={[...new Set([...sp.domains, values.companyDomain])]}
            allowDeselect={false}
            disabled={!isOwner}
            {...form.getInputProps('companyDomain')}
          />
          <TagsInput
            label={t('sso.form.emailDomains')}
            description={t('sso.form.emailDomainsHint')}
            data={sp.domains}
            disabled={!isOwner}
            {...form.getInputProps('emailDomains')}
            error={Object.entries(form.errors).find(([path]) => path.startsWith('emailDomains'))?.[1]}
          />
        </div>
        <div className="form-row">
          <TextInput
            label={t('sso.form.emailAttribute')}
            description={t('sso.form.emailAttributeHint')}
            disabled={!isOwner}
            {...form.getInputProps('emailAttribute')}
          />
          <TextInput
            label={t('sso.form.nameAttribute')}
            description={t('sso.form.nameAttributeHint')}
            {...form.getInputProps('nameAttribute')}
          />
        </div>
        <Input.Wrapper label={t('sso.form.roles')} description={t('sso.form.rolesHint')} labelElement="div">
          {' '}
        </Input.Wrapper>
        <TextInput label={t('sso.form.roleAttribute')} {...form.getInputProps('roleAttribute')} />
        <RoleMappings
          value={values.roleMappings}
          onChange={(mappings) => form.setFieldValue('roleMappings', mappings)}
          errors={form.errors}
          roles={roles}
          agentGroups={agentGroups}
        />
        <RolePicker
          label={t('sso.form.defaultRoles')}
          description={t('sso.form.defaultRolesHint')}
          value={values.defaultRoleIds}
          onChange={(ids) => form.setFieldValue('defaultRoleIds', ids)}
          roles={roles}
        />
        {isOwner && protocol === 'saml' && <SamlSwitches form={form} hasKey={sp.encryptionKeys.length > 0} />}
        <Select
          label={t('sso.form.passwords')}
          description={t('sso.form.passwordsHint')}
          data={passwordSignIns.map((value) => ({ value, label: t(`sso.form.passwords.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('passwordSignIn')}
        />
        {values.passwordSignIn === 'nobody' && (
          <Alert color="orange" variant="light" icon={<TriangleAlert size={18} aria-hidden />}>
            {t('sso.form.nobodyWarning')}
          </Alert>
        )}
      </ContractForm>
    </Card>
  );
}
