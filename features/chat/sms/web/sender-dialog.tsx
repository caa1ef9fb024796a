import { Alert, Button, Select, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { diallingCode } from '#shared/countries.ts';
import { Failure, failureRow } from '#shared/errors.ts';
import { failureText, handleFailure } from '#platform/web/failure-handler.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { invalidate, useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { SMS_NUMBER_MAX, smsApi } from '../contract.ts';
import { keptCountry } from './kept-country.ts';
import { closeSender, useSenderWindow, type SmsTarget } from './sender-window.ts';
import '#platform/web/ui/form/form.css';
import './sms.css';

const TYPING_MS = 300;
/** Shorter ones are no numbers of anybody: nothing is asked about them. */
const SHORTEST = 6;

/** Writes to a customer: a country, a number, a template; the content comes from the template (specification W2, W5). */
export default function SenderDialog() {
  const t = useText();
  const { opened, target, turn } = useSenderWindow();
  return (
    <Dialog opened={opened} onClose={closeSender} title={t('sms.send')}>
      <SenderForm key={turn} target={target} />
    </Dialog>
  );
}

/** A number without the code that stands beside it. */
const withoutCode = (number: string, iso2: string): string => {
  const code = diallingCode(iso2) ?? '';
  return code !== '' && number.length > 10 && number.startsWith(code) ? number.slice(code.length) : number;
};

function SenderForm({ target: given }: { target: SmsTarget }) {
  const [target, setTarget] = useState(given);
  const t = useText();
  const format = useFormat();
  const countries = useEndpoint(smsApi.countries, {}, { handlesFailures: true });
  const templates = useEndpoint(smsApi.templates, {}, { handlesFailures: true });
  // A hidden number, and that of a call, is shown and not typed.
  const isFixed = target.shown !== undefined;
  const [iso2Chosen, setIso2] = useState<string | null>(target.iso2 || null);
  const open = countries.data ?? [];
  const iso2 = iso2Chosen ?? open.find((one) => one.iso2 === keptCountry.get())?.iso2 ?? open[0]?.iso2 ?? null;
  const [number, setNumber] = useState(() =>
    isFixed ? '' : withoutCode((target.number ?? '').replace(/\D/g, ''), target.iso2 ?? ''),
  );
  const [templateId, setTemplateId] = useState<string | null>(null);
  const [wrong, setWrong] = useState<{ number?: string; template?: string }>({});
  const [failure, setFailure] = useState<unknown>(null);

  const who = isFixed
    ? { callId: target.callId ?? '', countryCode: '', number: target.number ?? '' }
    : { callId: '', countryCode: (iso2 && diallingCode(iso2)) ?? '', number };
  const [settled] = useDebouncedValue(JSON.stringify(who), TYPING_MS);
  const isWhole = isFixed || number.length >= SHORTEST;
  const asked = { ...(JSON.parse(settled) as typeof who), smsTemplateId: Number(templateId ?? 0) };
  const isSettled = settled === JSON.stringify(who);
  const preview = useEndpoint(smsApi.preview, asked, {
    enabled: templateId !== null && isWhole && isSettled,
    staleMs: 0,
    handlesFailures: true,
  });
  const template = templates.data?.find(({ id }) => String(id) === templateId);
  const filled = isSettled && isWhole && templateId !== null ? preview.data : undefined;
  const content = filled?.content ?? template?.smsTemplateContent ?? '';
  const missing = filled?.missing ?? [];

  const send = useCommand(smsApi.send, {
    handlesFailures: true,
    done: 'notice.smsSent',
    invalidates: [smsApi.recordPage],
    onDone() {
      if (!isFixed && iso2) keptCountry.set(iso2);
      closeSender();
    },
    onFailed(error) {
      if (!(error instanceof Failure) || failureRow(error.name).endsSession) return handleFailure(error);
      setFailure(error);
      void invalidate(smsApi.preview);
    },
  });

  const numberWrong = () => (isFixed || number !== '' ? '' : t('sms.enterNumber'));
  const templateWrong = (value: string | null) => (value === null ? t('sms.selectTemplate') : '');

  async function submit(): Promise<void> {
    const trouble = { number: numberWrong(), template: templateWrong(templateId) };
    setWrong(trouble);
    setFailure(null);
    if (trouble.number || trouble.template || !template) return;
    // What is sent is what was shown; asked now where the last letter was just typed.
    const shown = filled ?? (await preview.refetch()).data;
    if (shown && shown.missing.length > 0) return;
    send.mutate({
      ...who,
      smsTemplateId: template.id,
      smsTemplateName: template.smsTemplateName,
      content: shown?.content ?? content,
    });
  }

  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {countries.isSuccess && open.length === 0 && (
        <Alert color="yellow" variant="light">
          {t('sms.noCountries')}
        </Alert>
      )}
      <div className="sms-to">
        {!isFixed && (
          <Select
            label={t('sms.field.country')}
            searchable
            disabled={countries.data === undefined}
            allowDeselect={false}
            comboboxProps={{ keepMounted: false }}
            data={open.map((one) => ({ value: one.iso2, label: `${one.name} +${one.code}` }))}
            value={iso2}
            onChange={setIso2}
          />
        )}
        <TextInput
          label={t('sms.field.number')}
          type="tel"
          inputMode="numeric"
          autoComplete="off"
          data-autofocus={!isFixed || undefined}
          maxLength={SMS_NUMBER_MAX}
          required
          readOnly={isFixed}
          value={isFixed ? (target.shown ?? '') : number}
          error={wrong.number || null}
          onChange={(event) => {
            setNumber(event.currentTarget.value.replace(/\D/g, '').slice(0, SMS_NUMBER_MAX));
            setFailure(null);
          }}
          onBlur={() => setWrong((before) => ({ ...before, number: numberWrong() }))}
        />
      </div>
      {isFixed && (
        <Button variant="subtle" size="compact-xs" className="sms-other" onClick={() => setTarget({})}>
          {t('sms.otherNumber')}
        </Button>
      )}
      <Select
        label={t('sms.field.template')}
        searchable
        required
        data-autofocus={isFixed || undefined}
        comboboxProps={{ keepMounted: false }}
        nothingFoundMessage={t('ui.noMatch.title')}
        error={wrong.template || null}
        data={(templates.data ?? []).map(({ id, smsTemplateName }) => ({ value: String(id), label: smsTemplateName }))}
        value={templateId}
        onChange={(value) => {
          setTemplateId(value);
          setFailure(null);
          setWrong((before) => ({ ...before, template: templateWrong(value) }));
        }}
      />
      {templates.isSuccess && templates.data.length === 0 && <p className="sms-hint">{t('sms.noTemplates')}</p>}
      <Textarea
        label={t('sms.field.content')}
        description={t('sms.contentHint')}
        readOnly
        rows={4}
        value={content}
        aria-busy={preview.isFetching}
      />
      {filled && <p className="sms-hint">{t('sms.parts', { segments: filled.segments })}</p>}
      {missing.length > 0 && (
        <Alert color="yellow" variant="light" role="status">
          {t('sms.missing', { list: format.list(missing.map((name) => t(`sms.variable.${name}`))) })}
        </Alert>
      )}
      {failure !== null && (
        <Alert color="red" variant="light" role="alert" icon={<CircleAlert size={18} aria-hidden />}>
          {failureText(failure)}
        </Alert>
      )}
      <div className="form-buttons">
        <Button variant="default" onClick={closeSender}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" loading={send.isPending} disabled={missing.length > 0}>
          {t('sms.send')}
        </Button>
      </div>
    </form>
  );
}
