import { Button, Group, MultiSelect, Select, Textarea, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { sizeOf } from '#core/sms/segments.ts';
import { smsVariables, type SmsVariable } from '../../core/template.ts';
import { languageNames, languages, type Language } from '#shared/languages.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import {
  SMS_CONTENT_MAX,
  SMS_TEMPLATE_NAME_MAX,
  smsApi,
  type SmsTemplate,
  type SmsTemplateFields,
} from '../../contract.ts';

interface TemplateEditorProps {
  template: SmsTemplate | null;
  groups: readonly { id: number; name: string }[];
  onClose: () => void;
}

/** Writes a new template or changes one; values are put in by a click, and how many parts it takes is shown. */
export function TemplateEditor({ template, groups, onClose }: TemplateEditorProps) {
  const t = useText();
  const mine = useLanguage();
  const text = useRef<HTMLTextAreaElement>(null);
  const [initial] = useState<SmsTemplateFields>(() => ({
    smsTemplateName: template?.smsTemplateName ?? '',
    smsTemplateContent: template?.smsTemplateContent ?? '',
    language: template?.language ?? mine,
    groupIds: template?.groupIds ?? [],
  }));
  const form = useContractForm<SmsTemplateFields>(smsApi.templateAdd.input as never, initial);
  const invalidates = [smsApi.templatePage, smsApi.templates, smsApi.preview];
  const add = useCommand(smsApi.templateAdd, { invalidates, handlesFailures: true });
  const edit = useCommand(smsApi.templateEdit, { invalidates, handlesFailures: true });
  const { segments, left } = sizeOf(form.values.smsTemplateContent);

  async function send(fields: SmsTemplateFields): Promise<void> {
    if (template) await edit.mutateAsync({ ...fields, id: template.id });
    else await add.mutateAsync(fields);
    toast({ tone: 'success', text: t('ui.saved') });
    onClose();
  }

  function putIn(variable: SmsVariable): void {
    const { smsTemplateContent: content } = form.values;
    const at = text.current?.selectionStart ?? content.length;
    form.setFieldValue(
      'smsTemplateContent',
      `${content.slice(0, at)}{${variable}}${content.slice(text.current?.selectionEnd ?? at)}`,
    );
    text.current?.focus();
  }

  return (
    <SidePanel
      opened
      onClose={onClose}
      size={560}
      title={t(template ? 'sms.template.edit' : 'sms.template.add')}
      dirty={form.isDirty()}
    >
      <ContractForm form={form} onSubmit={send} onCancel={onClose}>
        <TextInput
          label={t('sms.template.name')}
          maxLength={SMS_TEMPLATE_NAME_MAX}
          required
          {...form.getInputProps('smsTemplateName')}
        />
        <Textarea
          ref={text}
          label={t('sms.template.content')}
          description={t('sms.template.contentHint')}
          rows={6}
          maxLength={SMS_CONTENT_MAX}
          required
          {...form.getInputProps('smsTemplateContent')}
        />
        <p className="sms-hint" role="status">
          {t('sms.size', { segments, left })}
        </p>
        <Group gap={6} role="group" aria-label={t('sms.template.variables')}>
          {smsVariables.map((variable) => (
            <Button key={variable} size="compact-xs" variant="light" onClick={() => putIn(variable)}>
              {t(`sms.variable.${variable}`)}
            </Button>
          ))}
        </Group>
        <Select
          label={t('sms.template.language')}
          allowDeselect={false}
          data={languages.map((value) => ({ value, label: languageNames[value] }))}
          value={form.values.language}
          onChange={(value) => form.setFieldValue('language', value as Language)}
        />
        <MultiSelect
          label={t('sms.template.groups')}
          description={t('sms.template.groupsHint')}
          searchable
          clearable
          data={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={form.values.groupIds.map(String)}
          onChange={(ids) => form.setFieldValue('groupIds', ids.map(Number))}
        />
      </ContractForm>
    </SidePanel>
  );
}
