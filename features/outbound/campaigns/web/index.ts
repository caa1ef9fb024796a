import type en from './text/en-US.json';
import { lazily, webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** What the screens of every kind of campaign share: files of customers, and what is set. */
export const campaigns = webFeature({
  name: 'campaigns',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [],
  parts: {
    customerBatch: {
      part: () => import('./parts/add-to-task.tsx'),
      when: ({ functions }) =>
        functions.has('campaigns.edit') &&
        ['preview.edit', 'dialer.edit', 'ai-tasks.edit'].some((right) => functions.has(right)),
    },
  },
});

/** The same for a part that is drawn for every kind of campaign: what it is told keeps its type. */
const lazilyOfAny = <Part>(load: () => Promise<{ default: Part }>): Part => lazily(campaigns, load as never) as Part;
/** The campaigns of one kind by status. */
export const CampaignList = lazilyOfAny(() => import('./parts/campaign-list.tsx'));
/** The campaign whose page it is, and the one a new one is a copy of. */
export const FoundCampaign = lazilyOfAny(() => import('./parts/found-campaign.tsx'));
export const CopiedCampaign = lazilyOfAny(() => import('./parts/copied-campaign.tsx'));
/** The first step of making one, and the steps after it. */
export const NewCampaign = lazilyOfAny(() => import('./parts/new-campaign.tsx'));
export const CampaignSteps = lazilyOfAny(() => import('./parts/campaign-steps.tsx'));
/** What is set of a campaign of any kind, or a part of it; and what is set of one that is there. */
export const CampaignSettings = lazilyOfAny(() => import('./parts/settings-form.tsx'));
export const EditedCampaign = lazilyOfAny(() => import('./parts/edited-campaign.tsx'));
export type { CampaignFormProps } from './parts/settings-form.tsx';
export const CampaignNumberPool = lazily(campaigns, () => import('./parts/number-pool-field.tsx'));
export const CampaignMachine = lazily(campaigns, () => import('./parts/machine-fields.tsx'));
export const CampaignRoute = lazily(campaigns, () => import('./parts/route-field.tsx'));
/** Customers for a campaign that is there: a file or a saved condition, and the files that came before. */
export const MoreCustomers = lazily(campaigns, () => import('./parts/more-customers.tsx'));
/** What stands above everything of one campaign. */
export const CampaignHead = lazily(campaigns, () => import('./parts/campaign-head.tsx'));
/** What is done with one, in a row of a list or in its head. */
export const CampaignDeeds = lazily(campaigns, () => import('./parts/campaign-deeds.tsx'));
export const CampaignProgress = lazily(campaigns, () => import('./parts/campaign-progress.tsx'));
/** What came of its customers, and the calls of each day. */
export const CampaignResults = lazily(campaigns, () => import('./parts/campaign-results.tsx'));
export const CampaignDays = lazily(campaigns, () => import('./parts/campaign-days.tsx'));
export const CampaignStatus = lazily(campaigns, () => import('./parts/campaign-status.tsx'));
export type { CampaignDeed } from './parts/campaign-deeds.tsx';
export { addressId } from './address-id.ts';
export { originQuery, type CampaignOrigin } from './campaign-origin.ts';
