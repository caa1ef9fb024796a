import { Checkbox, MultiSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { toWire } from '#platform/web/zone.ts';
import {
  announcementsApi,
  CONTENT_MAX,
  TITLE_MAX,
  type Announcement,
  type AnnouncementFields,
} from '../../contract.ts';
import { AnnouncementText } from './announcement-text.tsx';
import { MomentField } from '#platform/web/ui/moment-field.tsx';
import './announcement-editor.css';

type FormValues = AnnouncementFields & { readAgain: boolean };

/** What the form starts from. A new announcement starts at once. */
function startingFrom(announcement: Announcement | null): FormValues {
  const {
    title_en = '',
    title_cn = '',
    content_en = '',
    content_cn = '',
    ends_at = null,
    role_ids = [],
  } = announcement ?? {};
  const starts_at = announcement?.starts_at ?? `${toWire(new Date()).slice(0, 16)}:00`;
  return { title_en, title_cn, content_en, content_cn, starts_at, ends_at, role_ids, readAgain: false };
}

/** Writes a new announcement or changes one: both languages side by side, and how it will look. */
export function AnnouncementEditor({
  announcement,
  onClose,
}: {
  announcement: Announcement | null;
  onClose: () => void;
}) {
  const t = useText();
  const [initial] = useState(() => startingFrom(announcement));
  // The contract has defaults for what this form always holds.
  const form = useContractForm<FormValues>(announcementsApi.add.input as never, initial);
  const { data: roles = [] } = useEndpoint(announcementsApi.audiences, {});
  const outdated = [announcementsApi.page, announcementsApi.effect, announcementsApi.readers];
  const add = useCommand(announcementsApi.add, { invalidates: outdated, handlesFailures: true });
  const update = useCommand(announcementsApi.update, { invalidates: outdated, handlesFailures: true });

  async function send({ readAgain, ...fields }: FormValues): Promise<void> {
    if (announcement) await update.mutateAsync({ ...fields, id: announcement.id, readAgain });
    else await add.mutateAsync(fields);
    toast({ tone: 'success', text: t(announcement ? 'announcements.saved' : 'announcements.published') });
    onClose();
  }

  const language = (code: 'en' | 'cn') => {
    const [title, content] =
      code === 'en'
        ? (['announcements.field.titleEn', 'announcements.field.contentEn'] as const)
        : (['announcements.field.titleCn', 'announcements.field.contentCn'] as const);
    return (
      <div className="announcement-language">
        <TextInput
          label={t(title)}
          maxLength={TITLE_MAX}
          lang={code === 'en' ? 'en' : 'zh-CN'}
          {...form.getInputProps(`title_${code}`)}
        />
        <Textarea
          label={t(content)}
          autosize
          minRows={7}
          maxRows={16}
          maxLength={CONTENT_MAX}
          lang={code === 'en' ? 'en' : 'zh-CN'}
          {...form.getInputProps(`content_${code}`)}
        />
      </div>
    );
  };
  const { content_en: en, content_cn: cn } = form.values;
  return (
    <SidePanel
      opened
      onClose={onClose}
      size={860}
      title={t(announcement ? 'announcements.edit' : 'announcements.add')}
      dirty={form.isDirty()}
    >
      <ContractForm
        form={form}
        onSubmit={send}
        onCancel={onClose}
        {...(announcement ? {} : { submit: t('announcements.publish') })}
      >
        <div className="announcement-pair">
          {language('en')}
          {language('cn')}
        </div>
        <p className="announcement-hint">
          {t('announcements.field.contentHint')} {t('announcements.field.languageHint')}
        </p>
        <div className="announcement-pair">
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
        <MultiSelect
          label={t('announcements.field.audience')}
          description={t('announcements.field.audienceHint')}
          placeholder={form.values.role_ids.length === 0 ? t('announcements.everyone') : ''}
          searchable
          clearable
          data={roles.map(({ id, name, members }) => ({
            value: String(id),
            label: t('announcements.roleMembers', { name, count: members }),
          }))}
          value={form.values.role_ids.map(String)}
          onChange={(ids) => form.setFieldValue('role_ids', ids.map(Number))}
        />
        {announcement && (
          <Checkbox
            label={t('announcements.field.readAgain')}
            {...form.getInputProps('readAgain', { type: 'checkbox' })}
          />
        )}
        <section aria-label={t('announcements.preview')}>
          <h3 className="announcement-preview-title">{t('announcements.preview')}</h3>
          <div className="announcement-preview">
            {en.trim() || cn.trim() ? (
              <AnnouncementText announcement={form.values} />
            ) : (
              <p className="announcement-hint">{t('announcements.previewEmpty')}</p>
            )}
          </div>
        </section>
      </ContractForm>
    </SidePanel>
  );
}
