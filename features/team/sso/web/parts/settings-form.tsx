import { Alert, Button, FileButton, Input, Select, TagsInput, TextInput } from '@mantine/core';
import { FileUp, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { z } from 'zod';
import type { Role } from '#features/team/access/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { LeaveGuard } from '#platform/web/ui/form/leave-guard.tsx';
import { useContractForm, type FormState } from '#platform/web/ui/form/use-contract-form.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import {
  METADATA_MAX,
  PasswordSignIn,
  ssoApi,
  type ServiceProvider,
  type SsoConfig,
  type SsoSettings,
} from '../../contract.ts';
import { firstWishes, wishesOf } from '../settings-rules.ts';
import { RoleMappings, RolePicker } from './role-mappings.tsx';

type Values = SsoSettings & { metadata?: string; metadataUrl?: string; version: number } & Record<string, unknown>;

interface SettingsFormProps {
  config: SsoConfig | null;
  sp: z.output<typeof ServiceProvider>;
  roles: readonly Role[];
  /** Others choose roles and who may use a password, not who vouches for people. */
  isOwner: boolean;
}

/** The company's provider, its people and what they may do. */
export function SettingsForm({ config, sp, roles, isOwner }: SettingsFormProps) {
  const t = useText();
  const [fileName, setFileName] = useState('');
  const start: Values = {
    ...(config ? wishesOf(config) : firstWishes(sp)),
    metadataUrl: config?.metadataUrl ?? '',
    version: config?.version ?? 0,
  };
  const form = useContractForm<Values>(ssoApi.save.input as z.ZodType<unknown, Values>, start);
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

  /** An address that did not change is not read again by every save. */
  function send({ metadata, metadataUrl, ...rest }: Values): Promise<unknown> {
    const isNewAddress = metadataUrl && metadataUrl !== config?.metadataUrl;
    return save.mutateAsync({ ...rest, ...(metadata ? { metadata } : isNewAddress ? { metadataUrl } : {}) });
  }

  return (
    <Card title={t('sso.form.title')}>
      <LeaveGuard dirty={form.isDirty() && !save.isSuccess} />
      <ContractForm form={form} onSubmit={send}>
        {isOwner ? (
          <ProviderSource
            form={form}
            entity={config?.idpEntityId ?? null}
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
        />
        <RolePicker
          label={t('sso.form.defaultRoles')}
          description={t('sso.form.defaultRolesHint')}
          value={values.defaultRoleIds}
          onChange={(ids) => form.setFieldValue('defaultRoleIds', ids)}
          roles={roles}
        />
        <Select
          label={t('sso.form.passwords')}
          description={t('sso.form.passwordsHint')}
          data={PasswordSignIn.options.map((value) => ({ value, label: t(`sso.form.passwords.${value}`) }))}
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

/** Who vouches for the company's people: a file, or an address that is read again. */
function ProviderSource({
  form,
  entity,
  fileName,
  onFile,
}: {
  form: FormState<Values>;
  entity: string | null;
  fileName: string;
  onFile: (file: File | null) => void;
}) {
  const t = useText();
  return (
    <>
      <Input.Wrapper
        label={t('sso.form.source')}
        description={entity === null ? null : t('sso.form.keep', { entity })}
        labelElement="div"
      >
        <div className="sso-source">
          <FileButton
            accept=".xml,application/xml,text/xml,application/samlmetadata+xml"
            onChange={(file) => onFile(file)}
          >
            {(props) => (
              <Button {...props} variant="default" leftSection={<FileUp size={15} aria-hidden />}>
                {t('sso.form.file')}
              </Button>
            )}
          </FileButton>
          <span role="status">{fileName && t('sso.form.fileChosen', { name: fileName })}</span>
        </div>
      </Input.Wrapper>
      <TextInput
        type="url"
        label={t('sso.form.address')}
        description={t('sso.form.addressHint')}
        {...form.getInputProps('metadataUrl')}
      />
    </>
  );
}
