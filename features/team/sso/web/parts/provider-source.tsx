import { Button, FileButton, Input, PasswordInput, SegmentedControl, TextInput } from '@mantine/core';
import { FileUp } from 'lucide-react';
import { useText } from '#platform/web/i18n.ts';
import type { FormState } from '#platform/web/ui/form/use-contract-form.ts';
import { SsoProtocol, type SsoConfig } from '../../contract.ts';
import type { SsoValues } from '../settings-rules.ts';

interface ProviderSourceProps {
  form: FormState<SsoValues>;
  config: SsoConfig | null;
  protocol: SsoProtocol;
  onProtocol: (protocol: SsoProtocol) => void;
  fileName: string;
  onFile: (file: File | null) => void;
}

/** Who vouches for the company's people, and how it speaks. */
export function ProviderSource({ form, config, protocol, onProtocol, fileName, onFile }: ProviderSourceProps) {
  const t = useText();
  return (
    <>
      <Input.Wrapper label={t('sso.form.protocol')} labelElement="div">
        <div className="sso-source">
          <SegmentedControl
            aria-label={t('sso.form.protocol')}
            data={SsoProtocol.options.map((value) => ({ value, label: t(`sso.form.protocol.${value}`) }))}
            value={protocol}
            onChange={(value) => onProtocol(value as SsoProtocol)}
          />
        </div>
      </Input.Wrapper>
      {protocol === 'saml' ? (
        <SamlSource form={form} entity={config?.idpEntityId ?? null} fileName={fileName} onFile={onFile} />
      ) : (
        <OpenIdSource form={form} hasSecret={config?.protocol === 'oidc'} />
      )}
    </>
  );
}

/** A file, or an address that is read again. */
function SamlSource({
  form,
  entity,
  fileName,
  onFile,
}: Pick<ProviderSourceProps, 'form' | 'fileName' | 'onFile'> & { entity: string | null }) {
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

/** An issuer that describes itself, and what it calls us. */
function OpenIdSource({ form, hasSecret }: Pick<ProviderSourceProps, 'form'> & { hasSecret: boolean }) {
  const t = useText();
  return (
    <>
      <TextInput
        type="url"
        required
        label={t('sso.form.issuer')}
        description={t('sso.form.issuerHint')}
        {...form.getInputProps('issuer')}
      />
      <div className="form-row">
        <TextInput required label={t('sso.form.clientId')} autoComplete="off" {...form.getInputProps('clientId')} />
        <PasswordInput
          required={!hasSecret}
          label={t('sso.form.clientSecret')}
          description={hasSecret ? t('sso.form.clientSecretKept') : null}
          autoComplete="new-password"
          {...form.getInputProps('clientSecret')}
        />
      </div>
      <TextInput label={t('sso.form.scope')} description={t('sso.form.scopeHint')} {...form.getInputProps('scope')} />
    </>
  );
}
