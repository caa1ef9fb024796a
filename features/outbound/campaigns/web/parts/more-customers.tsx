import { Button, NativeSelect } from '@mantine/core';
import { FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { conditionGroupsApi } from '#features/customers/condition-groups/contract.ts';
import { useAddressQuery } from '#platform/web/navigation.tsx';
import { download } from '#platform/web/download.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { UploadField } from '#platform/web/ui/upload-field.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { campaignsApi, type CampaignImport, type CampaignSource } from '../../contract.ts';
import CampaignFileSteps from './file-steps.tsx';
import { isAtWork } from './use-campaign-file.ts';
import '../campaigns.css';

export interface MoreCustomersProps {
  campaignId: number;
  append: (source: CampaignSource) => Promise<unknown>;
  /** Examples of a file, where this kind of campaign has its own. */
  templates?: FileTemplatesProps;
}

/** Customers for a campaign that is there, also while it runs. */
export default function MoreCustomers({ campaignId, append, templates }: MoreCustomersProps) {
  const t = useText();
  // The file that is looked at; the address keeps it.
  const [query, setQuery] = useAddressQuery();
  const fileId = Number(query.get('file')) || null;
  const onFile = (id: number | null) =>
    setQuery((before) => {
      const next = new URLSearchParams(before);
      if (id === null) next.delete('file');
      else next.set('file', String(id));
      return next;
    });
  async function onCondition(conditionGroupId: number): Promise<void> {
    await append({ from: 'conditionGroup', conditionGroupId });
    toast({ tone: 'success', text: t('campaigns.more.begun') });
  }
  const mayImport = useCan()('campaigns.edit');
  const past = useEndpoint(
    campaignsApi.imports,
    { campaignId },
    { enabled: mayImport, handlesFailures: true, staleMs: 0 },
  );
  if (fileId !== null && mayImport)
    return (
      <div className="campaign-lines">
        <CampaignFileSteps id={fileId} onCancelled={() => onFile(null)} />
        <div>
          <Button variant="default" onClick={() => (onFile(null), void past.refetch())}>
            {t('campaigns.more.back')}
          </Button>
        </div>
      </div>
    );
  return (
    <div className="campaign-lines">
      {mayImport && (
        <Card title={t('campaigns.more.file')}>
          <div className="campaign-lines">
            <UploadField
              endpoint={campaignsApi.appendFile}
              input={{ campaignId }}
              label={t('campaigns.more.file')}
              hint={t('campaigns.more.fileHint')}
              onDone={(file) => onFile(file.import.id)}
            />
            <FileTemplates {...templates} />
          </div>
        </Card>
      )}
      <ConditionChoice onCondition={onCondition} />
      <PastFiles files={past.data ?? []} onFile={onFile} />
    </div>
  );
}

export interface FileTemplatesProps {
  /** Fetches one for a kind of campaign that has its own; the common one unless given. */
  fetchKind?: (kind: 'csv' | 'xlsx') => Promise<unknown>;
}

/** Examples of a file. */
export function FileTemplates({ fetchKind = (kind) => download(campaignsApi.template, { kind }) }: FileTemplatesProps) {
  const t = useText();
  const [isFetching, setFetching] = useState(false);
  const fetch = (kind: 'csv' | 'xlsx') => {
    setFetching(true);
    void fetchKind(kind)
      .catch(handleFailure)
      .finally(() => setFetching(false));
  };
  return (
    <div className="campaign-template">
      <span>{t('campaigns.template')}</span>
      {(['xlsx', 'csv'] as const).map((kind) => (
        <Button
          key={kind}
          size="xs"
          variant="default"
          disabled={isFetching}
          leftSection={<FileSpreadsheet size={14} aria-hidden />}
          onClick={() => fetch(kind)}
        >
          {t(`campaigns.template.${kind}`)}
        </Button>
      ))}
    </div>
  );
}

function ConditionChoice({ onCondition }: { onCondition: (conditionGroupId: number) => Promise<void> }) {
  const t = useText();
  const may = useCan()('condition-groups.use');
  const saved = useEndpoint(conditionGroupsApi.list, {}, { enabled: may, handlesFailures: true }).data ?? [];
  const [chosen, setChosen] = useState('');
  const [isSending, setSending] = useState(false);
  if (saved.length === 0) return null;
  const add = async () => {
    setSending(true);
    await onCondition(Number(chosen)).then(() => setChosen(''), handleFailure);
    setSending(false);
  };
  return (
    <Card title={t('campaigns.more.condition')}>
      <div className="form-row">
        <NativeSelect
          aria-label={t('campaigns.more.condition')}
          data={[
            { value: '', label: t('campaigns.more.chooseCondition') },
            ...saved.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={chosen}
          onChange={({ currentTarget: { value } }) => setChosen(value)}
        />
        <Button disabled={chosen === ''} loading={isSending} onClick={() => void add()}>
          {t('campaigns.more.add')}
        </Button>
      </div>
    </Card>
  );
}

function PastFiles({ files, onFile }: { files: readonly CampaignImport[]; onFile: (id: number) => void }) {
  const t = useText();
  const format = useFormat();
  if (files.length === 0) return null;
  return (
    <Card title={t('campaigns.more.past')}>
      <ul className="campaign-files">
        {files.map((one) => (
          <li key={one.id}>
            <span>
              <b>{one.fileName || t('campaigns.file.condition')}</b>
              <small>
                {[
                  t(`campaigns.file.state.${one.state}`),
                  one.state === 'done' && t('campaigns.count.added', { count: one.added }),
                  one.author,
                  format.dateTime(one.createdAt),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
            <Button size="compact-sm" variant="default" onClick={() => onFile(one.id)}>
              {t(
                one.state === 'uploaded' || one.state === 'checked' || isAtWork(one)
                  ? 'campaigns.more.goOn'
                  : 'ui.open',
              )}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
