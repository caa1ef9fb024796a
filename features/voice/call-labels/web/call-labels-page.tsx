import { Switch } from '@mantine/core';
import { Tags } from 'lucide-react';
import { accessApi } from '#features/team/access/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { moved, stepsOf } from '#platform/web/ui/marks/order.ts';
import { Card, Page } from '#platform/web/ui/page.tsx';
import { EmptyState, ErrorState, LoadingPage } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { callLabelsApi, LABEL_REQUIRED } from '../contract.ts';
import { LabelAdding } from './label-adding.tsx';
import { LabelRow } from './label-row.tsx';
import './call-labels.css';

/** The labels agents choose from, in their order. Every change is saved by itself. */
export default function CallLabelsPage() {
  const t = useText();
  const can = useCan();
  const { data: labels, error, refetch } = useEndpoint(callLabelsApi.all, {}, { handlesFailures: true });
  const sort = useCommand(callLabelsApi.sort, { invalidates: [callLabelsApi.all, callLabelsApi.list] });
  if (error && !labels) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!labels) return <LoadingPage />;
  const move = (from: number, to: number) => sort.mutate({ ids: moved(labels, from, to).map(({ id }) => id) });
  return (
    <Page narrow>
      <div className="call-labels">
        <Card title={t('call-labels.menu')}>
          <p>{t('call-labels.lead')}</p>
          {labels.length === 0 ? (
            <EmptyState icon={<Tags size={22} />} title={t('call-labels.none')} hint={t('call-labels.noneHint')} />
          ) : (
            <ol>
              {labels.map((label, index) => (
                <LabelRow key={`${label.id} ${label.name}`} label={label} steps={stepsOf(index, labels.length, move)} />
              ))}
            </ol>
          )}
          <LabelAdding />
        </Card>
        {can('access.settings') && <Required />}
      </div>
    </Page>
  );
}

function Required() {
  const t = useText();
  const { data } = useEndpoint(accessApi.configValue, { name: LABEL_REQUIRED }, { handlesFailures: true });
  const set = useCommand(accessApi.setConfigValue, {
    invalidates: [accessApi.configValue, callLabelsApi.list],
    done: 'ui.saved',
  });
  if (!data) return null;
  return (
    <Card>
      <Switch
        label={t('call-labels.required')}
        description={t('call-labels.requiredHint')}
        checked={data.value === 'true'}
        disabled={set.isPending}
        onChange={(event) => set.mutate({ name: LABEL_REQUIRED, value: String(event.currentTarget.checked) })}
      />
    </Card>
  );
}
