import { Alert, Button, Select, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Failure } from '#shared/failure.ts';
import { failureText, handleFailure } from '#platform/web/failure-handler.ts';
import { endsSession } from '#platform/web/failures.ts';
import { Refusal } from '#platform/web/ui/form/refusal.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { invalidate, useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { smsApi } from '../contract.ts';
import { RecipientFields } from './parts/recipient-fields.tsx';
import { closeSender, useSenderWindow, type SmsTarget } from './sender-window.ts';
import { useFilledTemplate } from './use-filled-template.ts';
import { useRecipient } from './use-recipient.ts';
import '#platform/web/ui/form/form.css';
import './sms.css';

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

function SenderForm({ target: given }: { target: SmsTarget }) {
  const t = useText();
  const format = useFormat();
  const templates = useEndpoint(smsApi.templates, {}, { handlesFailures: true });
  const to = useRecipient(given);
  const [templateId, setTemplateId] = useState<string | null>(null);
  const [wrong, setWrong] = useState<{ number?: string; template?: string }>({});
  const [failure, setFailure] = useState<unknown>(null);
  const template = templates.data?.find(({ id }) => String(id) === templateId);
  const { filled, isFilling, fillNow } = useFilledTemplate(to, templateId);
  const content = filled?.content ?? template?.smsTemplateContent ?? '';
  const missing = filled?.missing ?? [];

  const send = useCommand(smsApi.send, {
    handlesFailures: true,
    done: 'notice.smsSent',
    invalidates: [smsApi.recordPage],
    onDone() {
      to.keepCountry();
      closeSender();
    },
    onFailed(error) {
      if (!(error instanceof Failure) || endsSession(error)) return handleFailure(error);
      setFailure(error);
      void invalidate(smsApi.preview);
    },
  });

  const numberWrong = () => (to.isFixed || to.number !== '' ? '' : t('sms.enterNumber'));
  const templateWrong = (value: string | null) => (value === null ? t('sms.selectTemplate') : '');

  async function submit(): Promise<void> {
    const trouble = { number: numberWrong(), template: templateWrong(templateId) };
    setWrong(trouble);
    setFailure(null);
    if (trouble.number || trouble.template || !template) return;
    // What is sent is what was shown; asked now where the last letter was just typed.
    const shown = filled ?? (await fillNow());
    if (shown && shown.missing.length > 0) return;
    send.mutate({
      ...to.who,
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
      <RecipientFields
        to={to}
        error={wrong.number || null}
        onTyped={() => setFailure(null)}
        onLeft={() => setWrong((before) => ({ ...before, number: numberWrong() }))}
      />
      <Select
        label={t('sms.field.template')}
        searchable
        required
        data-autofocus={to.isFixed || undefined}
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
        aria-busy={isFilling}
      />
      {filled && <p className="sms-hint">{t('sms.parts', { segments: filled.segments })}</p>}
      {missing.length > 0 && (
        <Alert color="yellow" variant="light" role="status">
          {t('sms.missing', { list: format.list(missing.map((name) => t(`sms.variable.${name}`))) })}
        </Alert>
      )}
      <Refusal text={failure === null ? '' : failureText(failure)} />
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
