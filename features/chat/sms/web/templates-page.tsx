import { Button, Select } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { agentGroupsApi } from '#features/team/agent-groups/contract.ts';
import { languageNames, languages, type Language } from '#shared/languages.ts';
import { useText } from '#platform/web/i18n.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { useEndpoint, usePage } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { smsApi, smsTemplateStates, type SmsTemplate } from '../contract.ts';
import { TemplateBatch } from './parts/template-batch.tsx';
import { useTemplateColumns } from './parts/template-columns.tsx';
import { TemplateEditor } from './parts/template-editor.tsx';
import './sms.css';

const filters = { name: '', state: '', language: '' } as const;

/** Where templates are written, approved and bound to groups. */
export default function TemplatesPage() {
  const t = useText();
  const can = useCan();
  const state = useTableState('sms-templates', { filters });
  const [edited, setEdited] = useState<SmsTemplate | 'new' | null>(null);
  const { name, state: wanted, language } = state.filters;
  const groups =
    useEndpoint(agentGroupsApi.all, {}, { enabled: can('agent-groups.use'), handlesFailures: true }).data ?? [];
  const known = smsTemplateStates.find((one) => one === wanted);
  const answer = usePage(smsApi.templatePage, {
    page: state.page,
    size: state.size,
    ...(name ? { name } : {}),
    ...(known ? { state: known } : {}),
    ...((languages as readonly string[]).includes(language) ? { language: language as Language } : {}),
  });
  const mayEdit = can('sms.templates');
  const columns = useTemplateColumns(mayEdit ? setEdited : null);
  const add = mayEdit ? (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {t('sms.template.add')}
    </Button>
  ) : null;
  return (
    <Page>
      <DataTable
        label={t('sms.menu.templates')}
        state={state}
        columns={columns}
        answer={answer}
        rowId={({ id }) => id}
        {...(mayEdit ? { onOpen: setEdited } : {})}
        filters={
          <>
            <SearchField
              label={t('sms.template.name')}
              value={name}
              onChange={(next) => state.setFilters({ name: next })}
            />
            <Select
              w={150}
              clearable
              aria-label={t('sms.template.state')}
              placeholder={t('sms.template.state')}
              data={smsTemplateStates.map((value) => ({ value, label: t(`sms.template.state.${value}`) }))}
              value={wanted || null}
              onChange={(next) => state.setFilters({ state: next ?? '' })}
            />
            <Select
              w={150}
              clearable
              aria-label={t('sms.template.language')}
              placeholder={t('sms.template.language')}
              data={languages.map((value) => ({ value, label: languageNames[value] }))}
              value={language || null}
              onChange={(next) => state.setFilters({ language: next ?? '' })}
            />
          </>
        }
        actions={add}
        batch={(ids, clear) => <TemplateBatch ids={ids.map(Number)} groups={groups} onDone={clear} />}
        empty={{ title: t('sms.template.empty'), hint: t('sms.template.emptyHint'), ...(add ? { action: add } : {}) }}
      />
      {edited && (
        <TemplateEditor template={edited === 'new' ? null : edited} groups={groups} onClose={() => setEdited(null)} />
      )}
    </Page>
  );
}
