import { accessApi } from '#features/team/access/contract.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingPage } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { ssoApi } from '../contract.ts';
import { ProofCard } from './parts/proof-card.tsx';
import { ProviderCard } from './parts/provider-card.tsx';
import { SettingsForm } from './parts/settings-form.tsx';
import { StateCard } from './parts/state-card.tsx';
import './sso.css';

/** How the company signs in: whether it works, what its provider is told about us, and what its word gives. */
export default function SsoPage() {
  const can = useCan();
  const config = useEndpoint(ssoApi.config, {}, { handlesFailures: true, staleMs: 0 });
  const sp = useEndpoint(ssoApi.sp, {}, { handlesFailures: true });
  const roles = useEndpoint(accessApi.roles, {}, { handlesFailures: true, enabled: can('access.view') });

  const problem = config.error ?? sp.error;
  if (problem) return <ErrorState error={problem} onRetry={() => void Promise.all([config.refetch(), sp.refetch()])} />;
  if (config.data === undefined || !sp.data) return <LoadingPage />;
  return (
    <Page narrow>
      <div className="sso">
        <StateCard config={config.data} editable={can('sso.edit')} />
        <ProviderCard sp={sp.data} />
        {can('sso.edit') && <ProofCard proofs={sp.data.proofs} />}
        {can('sso.edit') && sp.data.companyDomain !== null && (
          <SettingsForm key={config.data?.version ?? 0} config={config.data} sp={sp.data} roles={roles.data ?? []} />
        )}
      </div>
    </Page>
  );
}
