import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CONTENT_MAX, TITLE_MAX, type NoticeText } from '#features/team/announcements/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { MomentField } from '#platform/web/ui/moment-field.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { toWire } from '#platform/web/zone.ts';
import { tenantsApi } from '../../contract.ts';

type Values = NoticeText & Record<string, unknown>;

/** Writes what everybody in every tenant will read, in two languages. */
export function NoticeEditor({ onClose }: { onClose: () => void }) {
  const t = useText();
  const [initial] = useState<Values>(() => ({
    title_en: '',
    title_cn: '',
    content_en: '',
    content_cn: '',
    starts_at: `${toWire(new Date()).slice(0, 16)}:00`,
    ends_at: null,
  }));
  // The contract has defaults for what this form always holds.
  const form = useContractForm<Values>(tenantsApi.addNotice.input as never, initial);
  const add = useCommand(tenantsApi.addNotice, {
    invalidates: [tenantsApi.notices],
    done: 'tenants.notice.added',
    handlesFailures: true,
  });
  const inLanguage = (code: 'en' | 'cn') => (
    <div className="form">
      <TextInput
        label={t(code === 'en' ? 'announcements.field.titleEn' : 'announcements.field.titleCn')}
        maxLength={TITLE_MAX}
        lang={code === 'en' ? 'en' : 'zh-CN'}
        {...form.getInputProps(`title_${code}`)}
      />
      <Textarea
        label={t(code === 'en' ? 'announcements.field.contentEn' : 'announcements.field.contentCn')}
        autosize
        minRows={6}
        maxRows={14}
        maxLength={CONTENT_MAX}
        lang={code === 'en' ? 'en' : 'zh-CN'}
        {...form.getInputProps(`content_${code}`)}
      />
    </div>
  );
  return (
    <SidePanel opened onClose={onClose} size={760} title={t('tenants.notice.add')} dirty={form.isDirty()}>
      <ContractForm
        form={form}
        submit={t('tenants.notice.go')}
        onCancel={onClose}
        onSubmit={async (values) => {
          await add.mutateAsync(values);
          onClose();
        }}
      >
        <p className="tenant-lead">{t('tenants.notice.editorLead')}</p>
        <div className="notice-pair">
          {inLanguage('en')}
          {inLanguage('cn')}
        </div>
        <div className="form-row">
          <MomentField
            required
            label={t('announcements.field.starts')}
            {...form.getInputProps('starts_at')}
            onChange={(value) => form.setFieldValue('starts_at', value ?? '')}
          />
          <MomentField
            label={t('announcements.field.ends')}
            description={t('announcements.field.endsHint')}
            {...form.getInputProps('ends_at')}
            onChange={(value) => form.setFieldValue('ends_at', value)}
          />
        </div>
      </ContractForm>
    </SidePanel>
  );
}
