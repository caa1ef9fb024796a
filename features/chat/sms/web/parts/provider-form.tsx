import { Checkbox, NumberInput, PasswordInput, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import '#platform/web/load-zod.ts';
import { toast } from '#platform/web/toast.ts';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm, type FormState } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { SmsHttpSettings, smsApi, type SmsSettings, type SmsSmppSettings } from '../../contract.ts';

type Kind = 'outbox' | 'http' | 'smpp';
interface HttpValues extends Record<string, unknown> {
  http: SmsHttpSettings;
  secret: string;
}
interface SmppValues extends Record<string, unknown> {
  smpp: SmsSmppSettings;
  secret: string;
}
const kinds: readonly Kind[] = ['outbox', 'http', 'smpp'];

/** Who carries messages: chosen, then described. */
export function ProviderForm({ settings }: { settings: SmsSettings }) {
  const t = useText();
  const [kind, setKind] = useState<Kind>(settings.kind === 'none' ? 'outbox' : settings.kind);
  const save = useCommand(smsApi.saveProvider, { invalidates: [smsApi.settings], handlesFailures: true });
  async function send(wish: Parameters<typeof save.mutateAsync>[0]): Promise<void> {
    await save.mutateAsync(wish);
    toast({ tone: 'success', text: t('ui.saved') });
  }
  const hasSecret = settings.hasSecret && settings.kind === kind;
  return (
    <>
      <Select
        label={t('sms.settings.provider')}
        allowDeselect={false}
        data={kinds.map((value) => ({ value, label: t(`sms.settings.kind.${value}`) }))}
        value={kind}
        onChange={(next) => setKind(next as Kind)}
      />
      {kind === 'outbox' && <Rehearsal onSave={() => send({ kind: 'outbox' })} />}
      {kind === 'http' && (
        <HttpForm
          settings={settings}
          hasSecret={hasSecret}
          onSave={({ http, secret }) => send({ kind: 'http', http, secret })}
        />
      )}
      {kind === 'smpp' && (
        <SmppForm
          settings={settings}
          hasSecret={hasSecret}
          onSave={({ smpp, secret }) => send({ kind: 'smpp', smpp, secret })}
        />
      )}
    </>
  );
}

function Rehearsal({ onSave }: { onSave: () => Promise<void> }) {
  const t = useText();
  const form = useContractForm<Record<string, unknown>>(smsApi.settings.input as never, {});
  return (
    <ContractForm form={form} onSubmit={onSave}>
      <p className="sms-hint">{t('sms.settings.rehearsal')}</p>
    </ContractForm>
  );
}

const Secret = ({
  form,
  hasSecret,
  max,
}: {
  form: Pick<FormState<HttpValues>, 'getInputProps'>;
  hasSecret: boolean;
  max: number;
}) => {
  const t = useText();
  return (
    <PasswordInput
      label={t('sms.settings.secret')}
      description={hasSecret ? t('sms.settings.secretKept') : undefined}
      autoComplete="off"
      maxLength={max}
      {...form.getInputProps('secret')}
    />
  );
};

const headerLines = (headers: Record<string, string>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
const headersOf = (lines: string): Record<string, string> =>
  Object.fromEntries(
    lines
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()] as const)
      .filter(([name]) => name !== ''),
  );

function HttpForm({
  settings,
  hasSecret,
  onSave,
}: {
  settings: SmsSettings;
  hasSecret: boolean;
  onSave: (values: HttpValues) => Promise<void>;
}) {
  const t = useText();
  const [initial] = useState<HttpValues>(() => ({
    http: settings.http ?? { ...SmsHttpSettings.parse({ url: 'https://carrier.example' }), url: '' },
    secret: '',
  }));
  const [lines, setLines] = useState(() => headerLines(initial.http.headers));
  const form = useContractForm<HttpValues>(smsApi.saveProvider.input.options[1].omit({ kind: true }) as never, initial);
  const words = (name: 'delivered' | 'failed' | 'pending', label: string) => (
    <TagsInput
      label={label}
      value={form.values.http.report[name]}
      onChange={(next) =>
        form.setFieldValue('http', { ...form.values.http, report: { ...form.values.http.report, [name]: next } })
      }
    />
  );
  return (
    <ContractForm form={form} onSubmit={onSave}>
      <div className="sms-pair">
        <TextInput label={t('sms.settings.url')} type="url" required {...form.getInputProps('http.url')} />
        <Select
          label={t('sms.settings.method')}
          allowDeselect={false}
          data={['POST', 'PUT', 'GET']}
          {...form.getInputProps('http.method')}
        />
      </div>
      <Textarea
        label={t('sms.settings.headers')}
        rows={3}
        value={lines}
        onChange={(event) => {
          setLines(event.currentTarget.value);
          form.setFieldValue('http', { ...form.values.http, headers: headersOf(event.currentTarget.value) });
        }}
      />
      <Textarea
        label={t('sms.settings.body')}
        description={t('sms.settings.bodyHint')}
        rows={4}
        {...form.getInputProps('http.body')}
      />
      <div className="sms-pair">
        <TextInput label={t('sms.settings.from')} {...form.getInputProps('http.from')} />
        <Secret form={form} hasSecret={hasSecret} max={500} />
      </div>
      <TextInput label={t('sms.settings.refPath')} {...form.getInputProps('http.refPath')} />
      <Checkbox label={t('sms.settings.repeatable')} {...form.getInputProps('http.repeatable', { type: 'checkbox' })} />
      <div className="sms-pair">
        <TextInput label={t('sms.settings.reportField')} {...form.getInputProps('http.report.ref')} />
        <TextInput aria-label={t('sms.settings.reportField')} mt="auto" {...form.getInputProps('http.report.status')} />
      </div>
      {words('delivered', t('sms.settings.delivered'))}
      {words('failed', t('sms.settings.failed'))}
      {words('pending', t('sms.settings.pending'))}
      <TextInput label={t('sms.settings.replyField')} {...form.getInputProps('http.reply.ref')} />
      <div className="sms-pair">
        <TextInput aria-label={t('sms.settings.replyField')} {...form.getInputProps('http.reply.from')} />
        <TextInput aria-label={t('sms.settings.replyField')} {...form.getInputProps('http.reply.text')} />
      </div>
      {settings.reportUrl && (
        <dl className="sms-hooks">
          {(
            [
              ['sms.settings.reportUrl', settings.reportUrl],
              ['sms.settings.replyUrl', settings.replyUrl],
            ] as const
          ).map(([key, url]) => (
            <div key={key}>
              <dt>{t(key)}</dt>
              <dd>{url}</dd>
              <CopyButton value={url} />
            </div>
          ))}
          <p className="sms-hint">{t('sms.settings.hookHint')}</p>
        </dl>
      )}
    </ContractForm>
  );
}

function SmppForm({
  settings,
  hasSecret,
  onSave,
}: {
  settings: SmsSettings;
  hasSecret: boolean;
  onSave: (values: SmppValues) => Promise<void>;
}) {
  const t = useText();
  const [initial] = useState<SmppValues>(() => ({
    smpp: settings.smpp ?? {
      host: '',
      port: 2_775,
      tls: false,
      systemId: '',
      systemType: '',
      from: '',
      longAs: 'parts',
    },
    secret: '',
  }));
  const form = useContractForm<SmppValues>(smsApi.saveProvider.input.options[2].omit({ kind: true }) as never, initial);
  return (
    <ContractForm form={form} onSubmit={onSave}>
      <div className="sms-pair">
        <TextInput label={t('sms.settings.host')} required {...form.getInputProps('smpp.host')} />
        <NumberInput label={t('sms.settings.port')} min={1} max={65_535} {...form.getInputProps('smpp.port')} />
      </div>
      <Switch label={t('sms.settings.tls')} {...form.getInputProps('smpp.tls', { type: 'checkbox' })} />
      <div className="sms-pair">
        <TextInput
          label={t('sms.settings.systemId')}
          required
          maxLength={15}
          {...form.getInputProps('smpp.systemId')}
        />
        <Secret form={form as never} hasSecret={hasSecret} max={60} />
      </div>
      <div className="sms-pair">
        <TextInput label={t('sms.settings.systemType')} maxLength={12} {...form.getInputProps('smpp.systemType')} />
        <TextInput label={t('sms.settings.from')} maxLength={20} {...form.getInputProps('smpp.from')} />
      </div>
      <Select
        label={t('sms.settings.longAs')}
        allowDeselect={false}
        data={(['parts', 'payload'] as const).map((value) => ({ value, label: t(`sms.settings.longAs.${value}`) }))}
        {...form.getInputProps('smpp.longAs')}
      />
    </ContractForm>
  );
}
