import { Suspense } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { campaignsApi, type DialerFields, type DraftOrigin } from '#features/outbound/campaigns/contract.ts';
import {
  addressId,
  bringCustomers,
  CampaignFileSteps,
  useOrigin,
  type CampaignOrigin,
} from '#features/outbound/campaigns/web/index.ts';
import { call } from '#platform/web/call.ts';
import { useText } from '#platform/web/i18n.ts';
import { Card, Page } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingLines, LoadingPage } from '#platform/web/ui/states.tsx';
import { invalidate, useEndpoint } from '#platform/web/use-endpoint.ts';
import { Failure } from '#shared/errors.ts';
import { dialerApi, type DialerTaskDetail } from '../contract.ts';
import { dialerAddress, dialerSetupAddress, dialerSteps, type DialerStep } from './address.ts';
import { DialerSettings } from './parts/dialer-settings.tsx';
import { DialerSetup } from './parts/dialer-setup.tsx';
import { settingsOf } from './settings-of.ts';
import '#platform/web/ui/form/form.css';

/** Making a task goes on here: the address says how far it is, so that whoever comes back goes on from there. */
export default function DialerSetupPage() {
  const t = useText();
  const id = addressId(useParams()['id']);
  const { data, error, refetch } = useEndpoint(
    dialerApi.detail,
    { id: id ?? 0 },
    { enabled: id !== null, handlesFailures: true, staleMs: 0 },
  );
  if (id === null) return <ErrorState error={new Failure('notFound')} title={t('dialer.gone')} />;
  if (error && !data) return <ErrorState error={error} title={t('dialer.gone')} onRetry={() => void refetch()} />;
  return data ? <Setup task={data} /> : <LoadingPage />;
}

function useStep(draftOf: DraftOrigin | null): { step: DialerStep; origin: CampaignOrigin } {
  const [query] = useSearchParams();
  const asked = dialerSteps.find((one) => one === query.get('step')) ?? 'rules';
  const { origin, isUnread } = useOrigin(draftOf);
  if (isUnread) return { step: 'columns', origin };
  return { step: origin.from !== 'file' && (asked === 'columns' || asked === 'check') ? 'rules' : asked, origin };
}

function Setup({ task }: { task: DialerTaskDetail }) {
  const t = useText();
  const navigate = useNavigate();
  const { step, origin } = useStep(task.draftOf);
  const go = (next: DialerStep) => void navigate(dialerSetupAddress(task.id, next, origin));
  const save = async (settings: DialerFields) => {
    await call(dialerApi.updateInfo, { id: task.id, settings, version: task.version });
    await invalidate(dialerApi.detail);
  };
  async function launch(settings: DialerFields): Promise<void> {
    await save(settings);
    await bringCustomers(origin, (source) => call(dialerApi.appendCustomers, { id: task.id, source }));
    // Once its customers are in, a task launches itself: whoever comes second finds it done.
    await call(dialerApi.updateStatus, { id: task.id, move: 'launch' }).catch((error: unknown) => {
      if (!(error instanceof Failure) || error.name !== 'conflict') throw error;
    });
    await Promise.all([invalidate(dialerApi.page), invalidate(dialerApi.detail)]);
    void navigate(dialerAddress(task.id), { replace: true });
  }
  const fileId = origin.from === 'file' ? origin.fileId : null;
  const isFile = fileId !== null && (step === 'columns' || step === 'check');
  const { data: file } = useEndpoint(
    campaignsApi.importPreview,
    { id: fileId ?? 0 },
    { enabled: isFile, handlesFailures: true },
  );
  const isRead = file !== undefined && file.import.state !== 'uploaded';
  return (
    <Page>
      <DialerSetup at={isFile && isRead ? 'check' : step} name={task.name} withFile={fileId !== null}>
        <Suspense fallback={<LoadingLines lines={8} />}>
          {isFile && (
            <CampaignFileSteps
              id={fileId}
              onChecked={{ label: t('dialer.setup.rules'), run: () => go('rules') }}
              onCancelled={() => void navigate(dialerAddress(task.id, 'more'))}
            />
          )}
          {step === 'rules' && (
            <Card title={t('dialer.step.rules')}>
              <DialerSettings
                key={`rules ${task.version}`}
                settings={settingsOf(task)}
                parts={['rules']}
                submit={t('dialer.setup.dialling')}
                onSubmit={async (settings) => (await save(settings), go('dialling'))}
              />
            </Card>
          )}
          {step === 'dialling' && (
            <Card title={t('dialer.step.dialling')}>
              <DialerSettings
                key={`dialling ${task.version}`}
                settings={settingsOf(task)}
                routeName={task.routeName}
                parts={['dialling']}
                submit={t('dialer.setup.people')}
                onSubmit={async (settings) => (await save(settings), go('people'))}
                onCancel={() => go('rules')}
              />
            </Card>
          )}
          {step === 'people' && (
            <Card title={t('dialer.step.people')}>
              <DialerSettings
                key="people"
                settings={settingsOf(task)}
                parts={['people']}
                submit={t('dialer.setup.launch')}
                onSubmit={launch}
                onCancel={() => go('dialling')}
              />
            </Card>
          )}
        </Suspense>
      </DialerSetup>
    </Page>
  );
}
