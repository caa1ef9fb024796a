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

/** Where a campaign begins: its name, and where its customers come from. */
export const CampaignBeginning = lazily(campaigns, () => import('./parts/campaign-beginning.tsx'));
/** The frame around each step of making one. */
export const CampaignSetup = lazily(campaigns, () => import('./parts/campaign-setup.tsx'));
/** A file on its way into a campaign, wherever it stands. */
export const CampaignFileSteps = lazily(campaigns, () => import('./parts/file-steps.tsx'));
/** What is set of a campaign, or a part of it. */
export const CampaignSettings = lazily(campaigns, () => import('./parts/settings-form.tsx'));
/** Parts of what is set, for the form of a kind of campaign that has more to set. */
export const CampaignNameFields = lazily(campaigns, async () => ({
  default: (await import('./parts/name-fields.tsx')).NameFields,
}));
export const CampaignRuleFields = lazily(campaigns, () => import('./parts/rule-fields.tsx'));
export const CampaignPeopleFields = lazily(campaigns, () => import('./parts/people-fields.tsx'));
export const CampaignNumberPool = lazily(campaigns, () => import('./parts/number-pool-field.tsx'));
export const CampaignMachine = lazily(campaigns, () => import('./parts/machine-fields.tsx'));
export const CampaignRoute = lazily(campaigns, () => import('./parts/route-field.tsx'));
/** Customers for a campaign that is there: a file or a saved condition, and the files that came before. */
export const MoreCustomers = lazily(campaigns, () => import('./parts/more-customers.tsx'));
/** Examples of a file of customers. */
export const CampaignTemplates = lazily(campaigns, async () => ({
  default: (await import('./parts/more-customers.tsx')).FileTemplates,
}));
/** What stands above everything of one campaign. */
export const CampaignHead = lazily(campaigns, () => import('./parts/campaign-head.tsx'));
/** What is done with one, in a row of a list or in its head. */
export const CampaignDeeds = lazily(campaigns, () => import('./parts/campaign-deeds.tsx'));
export const CampaignProgress = lazily(campaigns, () => import('./parts/campaign-progress.tsx'));
/** The calls of each day. */
export const CampaignDays = lazily(campaigns, () => import('./parts/campaign-days.tsx'));
export const CampaignStatus = lazily(campaigns, () => import('./parts/campaign-status.tsx'));
export type { CampaignDeed } from './parts/campaign-deeds.tsx';
export { addressId } from './address-id.ts';
export { bringCustomers, draftOfOrigin, originQuery, useOrigin, type CampaignOrigin } from './campaign-origin.ts';
