import { webFeature } from '#platform/web/feature.ts';
import { textFiles } from '#platform/web/i18n.ts';
import type en from './text/en-US.json';

declare module '#platform/web/slots.ts' {
  interface Slots {
    /** A card among the settings of the organisation. */
    organisationSettings: object;
  }
}
declare module '#platform/web/i18n.ts' {
  interface Texts extends Readonly<typeof en> {}
}

/** Who belongs to the organisation and what each may do. */
export const access = webFeature({
  name: 'access',
  text: textFiles(import.meta.glob('./text/*.json', { import: 'default' })),
  routes: [
    {
      path: '/organisation/members',
      title: 'access.menu.members',
      access: 'access.view',
      page: () => import('./members-page.tsx'),
    },
    {
      path: '/organisation/roles',
      title: 'access.menu.roles',
      access: 'access.view',
      page: () => import('./roles-page.tsx'),
    },
    {
      path: '/organisation/roles/:id',
      title: 'access.role.title',
      access: 'access.roles',
      back: true,
      page: () => import('./role-page.tsx'),
    },
    {
      path: '/organisation/settings',
      title: 'access.menu.settings',
      access: 'access.settings',
      page: () => import('./settings-page.tsx'),
    },
  ],
});
