import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Suspense, useState, type ReactNode } from 'react';
import { conditionGroupsApi } from '#features/customers/condition-groups/contract.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { useText } from '#platform/web/i18n.ts';
import { Choice } from '#platform/web/ui/choice.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { CAMPAIGN_NAME_MAX } from '../../contract.ts';
import type { CampaignOrigin } from '../campaign-origin.ts';
import { ChosenCustomers } from './chosen-customers.tsx';
import '#platform/web/ui/form/form.css';
import '../campaigns.css';

type Without = Exclude<CampaignOrigin, { from: 'file' }>;

export interface CampaignBeginningProps {
  /** As the name begins. */
  name: string;
  /** Where a file is put for a campaign of this name, with examples of one. */
  fileField: (name: string) => ReactNode;
  /** Makes it without a file. */
  onWithout: (name: string, origin: Without) => Promise<unknown>;
  /** What else is asked for, after the name. */
  children?: ReactNode;
  /** False: what is asked for before customers is not there yet. */
  isReady?: boolean;
}

const sources = ['file', 'condition', 'chosen', 'later'] as const;
type Source = (typeof sources)[number];
const rights = { file: 'campaigns.edit', condition: 'condition-groups.use', chosen: 'customers.use' } as const;

/** Where a campaign begins: its name, and where its customers come from. */
export default function CampaignBeginning({
  name: first,
  fileField,
  onWithout,
  children,
  isReady = true,
}: CampaignBeginningProps) {
  const t = useText();
  const can = useCan();
  const offered = sources.filter((one) => one === 'later' || can(rights[one]));
  const [source, setSource] = useState<Source>(offered[0]!);
  const [name, setName] = useState(first.slice(0, CAMPAIGN_NAME_MAX));
  const wanted = name.trim();
  return (
    <div className="form campaign-beginning">
      <TextInput
        required
        label={t('campaigns.new.name')}
        maxLength={CAMPAIGN_NAME_MAX}
        value={name}
        error={wanted === '' ? t('ui.form.required') : undefined}
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      {children}
      {isReady && (
        <Choice
          label={t('campaigns.new.source')}
          value={source}
          options={offered.map((value) => ({ value, label: t(`campaigns.new.source.${value}`) }))}
          onChange={setSource}
        />
      )}
      {isReady && wanted !== '' && source === 'file' && <Suspense>{fileField(wanted)}</Suspense>}
      {isReady && source !== 'file' && (
        <WithoutFile
          key={source}
          source={source}
          isNamed={wanted !== ''}
          onNext={(origin) => onWithout(wanted, origin)}
        />
      )}
    </div>
  );
}

/** Who was chosen stays chosen while another name is written. */
function WithoutFile({
  source,
  isNamed,
  onNext,
}: {
  source: Without['from'];
  isNamed: boolean;
  onNext: (origin: Without) => Promise<unknown>;
}) {
  const t = useText();
  const [condition, setCondition] = useState('');
  const [chosen, setChosen] = useState<number[]>([]);
  const [isSending, setSending] = useState(false);
  const origins: Record<Without['from'], Without | null> = {
    condition: condition === '' ? null : { from: 'condition', conditionGroupId: Number(condition) },
    chosen: chosen.length === 0 ? null : { from: 'chosen', customerIds: chosen },
    later: { from: 'later' },
  };
  const origin = origins[source];
  const next = async () => {
    if (!origin) return;
    setSending(true);
    await onNext(origin).catch(handleFailure);
    setSending(false);
  };
  return (
    <>
      {source === 'condition' && <SavedCondition chosen={condition} onChange={setCondition} />}
      {source === 'chosen' && <ChosenCustomers chosen={chosen} onChange={setChosen} />}
      {source === 'later' && <p className="campaign-hint">{t('campaigns.new.laterHint')}</p>}
      <div className="form-buttons">
        <Button disabled={!origin || !isNamed} loading={isSending} onClick={() => void next()}>
          {t('campaigns.next')}
        </Button>
      </div>
    </>
  );
}

function SavedCondition({ chosen, onChange }: { chosen: string; onChange: (id: string) => void }) {
  const t = useText();
  const saved = useEndpoint(conditionGroupsApi.list, {}, { handlesFailures: true }).data;
  return (
    <NativeSelect
      label={t('campaigns.new.condition')}
      description={saved?.length === 0 ? t('campaigns.new.noCondition') : undefined}
      data={[
        { value: '', label: t('campaigns.more.chooseCondition') },
        ...(saved ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={chosen}
      onChange={({ currentTarget: { value } }) => onChange(value)}
    />
  );
}
