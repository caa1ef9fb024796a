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
});

/** A file on its way into a campaign, wherever it stands. */
export const CampaignFileSteps = lazily(campaigns, () => import('./parts/file-steps.tsx'));
/** What is set of a campaign, or a part of it. */
export const CampaignSettings = lazily(campaigns, () => import('./parts/settings-form.tsx'));
/** Customers for a campaign that is there: a file or a saved condition, and the files that came before. */
export const MoreCustomers = lazily(campaigns, () => import('./parts/more-customers.tsx'));
/** Examples of a file of customers. */
export const CampaignTemplates = lazily(campaigns, async () => ({
  default: (await import('./parts/more-customers.tsx')).FileTemplates,
}));
