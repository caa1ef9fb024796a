import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { tenantsApi, type TenantDetail } from '../contract.ts';

/** What is old once something was done to a tenant. */
export const seenTenants = [tenantsApi.detail, tenantsApi.page, tenantsApi.figures] as const;

export interface TenantDeeds {
  /** What is being asked about, with its effects in words. */
  asked: 'suspend' | 'close' | null;
  ask: (what: 'suspend' | 'close') => void;
  put: () => void;
  isPending: boolean;
  resume: () => void;
  switchCampaigns: () => Promise<void>;
}

/** What an operator does to a tenant from its head. */
export function useTenantDeeds({ id, name, state, campaignsStopped }: TenantDetail): TenantDeeds {
  const t = useText();
  const [asked, setAsked] = useState<TenantDeeds['asked']>(null);
  const resume = useCommand(tenantsApi.resume, {
    invalidates: seenTenants,
    done: state === 'closed' ? 'tenants.reopened' : 'tenants.resumed',
  });
  const campaigns = useCommand(tenantsApi.stopCampaigns, {
    invalidates: seenTenants,
    done: campaignsStopped ? 'tenants.campaigns.goneOn' : 'tenants.campaigns.stopped',
  });
  return {
    asked,
    ask: setAsked,
    put: () => setAsked(null),
    isPending: resume.isPending || campaigns.isPending,
    resume: () => resume.mutate({ id }),
    async switchCampaigns() {
      const question = {
        title: t('tenants.campaigns.stopTitle', { name }),
        body: t('tenants.campaigns.stopBody'),
        yes: t('tenants.campaigns.stop'),
        danger: true,
      };
      if (campaignsStopped || (await confirm(question))) campaigns.mutate({ id, stopped: !campaignsStopped });
    },
  };
}
