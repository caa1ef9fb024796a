import { accessApi } from '#features/team/access/contract.ts';
import { accountApi } from '#features/team/account/contract.ts';
import { agentGroupsApi } from '#features/team/agent-groups/contract.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingPage } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { ssoApi } from '../contract.ts';
import { EncryptionCard } from './parts/encryption-card.tsx';
import { ProofCard } from './parts/proof-card.tsx';
import { ProviderCard } from './parts/provider-card.tsx';
import { ProvisioningCard } from './parts/provisioning-card.tsx';
import { SettingsForm } from './parts/settings-form.tsx';
import { StateCard } from './parts/state-card.tsx';
import './sso.css';

/** How the company signs in: whether it works, what its provider is told about us, and what its word gives. */
export default function SsoPage() {
  const can = useCan();
  const config = useEndpoint(ssoApi.config, {}, { handlesFailures: true, staleMs: 0 });
  const sp = useEndpoint(ssoApi.sp, {}, { handlesFailures: true });
  const roles = useEndpoint(accessApi.roles, {}, { handlesFailures: true, enabled: can('access.view') });
  const groups = useEndpoint(agentGroupsApi.all, {}, { handlesFailures: true, enabled: can('agent-groups.use') });

  const info = useEndpoint(accountApi.info, {}, { handlesFailures: true });

  const problem = config.error ?? sp.error;
  if (problem) return <ErrorState error={problem} onRetry={() => void Promise.all([config.refetch(), sp.refetch()])} />;
  if (config.data === undefined || !sp.data || (!info.data && !info.error)) return <LoadingPage />;
  const isOwner = info.data?.isTenantOwner ?? false;
  // Who vouches for people is said by an owner; without it there is nothing to edit.
  const showsForm = can('sso.edit') && sp.data.companyDomain !== null && (isOwner || config.data !== null);
  return (
    <Page narrow>
      <div className="sso">
        <StateCard config={config.data} editable={can('sso.edit')} isOwner={isOwner} />
        <ProviderCard sp={sp.data} />
        {can('sso.edit') && isOwner && <ProofCard proofs={sp.data.proofs} />}
        {config.data?.protocol === 'saml' && (
          <EncryptionCard keys={sp.data.encryptionKeys} editable={can('sso.edit') && isOwner} />
        )}
        {showsForm && (
          <SettingsForm
            key={config.data?.version ?? 0}
            config={config.data}
            sp={sp.data}
            roles={roles.data ?? []}
            agentGroups={groups.data ?? []}
            isOwner={isOwner}
          />
        )}
        {isOwner && config.data !== null && <ProvisioningCard />}
      </div>
    </Page>
  );
}
