import { lazily, webFeature } from '#platform/web/feature.ts';
import { followSession } from './parts/follow-session.ts';
import { accountTexts } from './texts.ts';
import type en from './text/en-US.json';

declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** What a person does with the own account, inside a session. The pages before it are in `outside/`. */
export const account = webFeature({
  name: 'account',
  text: accountTexts,
  routes: [
    {
      path: '/personalSetting/accountSecurity',
      title: 'account.security.title',
      page: () => import('./security-page.tsx'),
      personal: true,
      icon: 'shield-check',
    },
    {
      path: '/personalSetting/changeTeam',
      title: 'account.teams.title',
      page: () => import('./teams-page.tsx'),
      personal: true,
      icon: 'users',
    },
  ],
  start: () => followSession(),
});

/** Where an owner invites another company, if that is how organisations are opened here. Draw it inside a Suspense. */
export const OrganisationInvite = lazily(account, () => import('./parts/organisation-invite.tsx'));
