import type en from './text/en-US.json';
import { ensureFeatureTexts, lazily, webFeature, type FeatureContext } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';
import type { Viewer } from '#platform/web/viewer.ts';
import { fetchCode } from '#platform/web/lazy-part.ts';
import type { Reached } from './plan-follow-up.ts';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** What a part beside the deeds with chosen customers is given. */
export interface CustomerBatchProps {
  ids: readonly number[];
  /** Nobody is chosen any more. */
  clear: () => void;
}

declare module '#platform/web/slots.ts' {
  interface Slots {
    customerBatch: CustomerBatchProps;
  }
}

declare module '#platform/web/windows.ts' {
  interface Windows {
    /** Plans when to try again, on the page of who has the number. */
    followUp: (whom: Reached) => void;
  }
}

/** How the page goes elsewhere, as long as somebody is signed in. */
let goTo: FeatureContext['go'] = () => {};
const plans = ({ functions }: Viewer): boolean => functions.has('customers.use') && functions.has('follow-records.use');

/** People and companies the tenant deals with. */
export const customers = webFeature({
  name: 'customers',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: '/customers',
      title: 'customers.menu',
      access: 'customers.use',
      page: () => import('./customers-page.tsx'),
    },
    {
      path: '/customers/duplicates',
      title: 'customers.duplicates.title',
      access: 'customers.edit',
      back: true,
      page: () => import('./duplicates-page.tsx'),
    },
    {
      path: '/customers/:id',
      title: 'customers.one',
      access: 'customers.use',
      back: true,
      page: () => import('./customer-page.tsx'),
    },
    {
      path: '/customers/:id/aiCalls',
      title: 'customers.aiCalls',
      access: 'customers.use',
      back: true,
      page: () => import('./ai-calls-page.tsx'),
    },
  ],
  commands: [
    {
      id: 'customers.duplicates',
      title: 'customers.duplicates.title',
      access: 'customers.edit',
      run: ({ go }) => go('/customers/duplicates'),
    },
  ],
  windows: { followUp: { open: (whom) => void followUp(whom), when: plans } },
  start: (context) => begin(context),
});

async function followUp(whom: Reached): Promise<void> {
  const [{ planFollowUp }] = await Promise.all([import('./plan-follow-up.ts'), ensureFeatureTexts(customers)]);
  await planFollowUp(whom, goTo);
}

/** What the pages keep of customers is asked for again when somebody changed it. */
async function begin({ viewer, go }: FeatureContext): Promise<() => void> {
  goTo = go;
  return viewer.functions.has('customers.use')
    ? (await fetchCode(() => import('./refetch-on-push.ts'))).refetchCustomersOnPush()
    : () => {};
}

/** Who is on the phone, for the workbench: what is known of them, edited in place. */
export const CallerCard = lazily(customers, () => import('./caller-card.tsx'));

/** A customer who is known already, beside a conversation. */
export const CustomerCard = lazily(customers, () => import('./customer-card.tsx'));
