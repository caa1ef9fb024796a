import { render } from '@testing-library/react';
import { accessApi, type MenuVo } from '#features/team/access/contract.ts';
import { accountApi, type UserInfo } from '#features/team/account/contract.ts';
import { regionsApi } from '#features/office/regions/contract.ts';
import { webFeature, type HeaderItem, type PageRoute, type WebFeature } from '#platform/web/feature.ts';
import { Navigated } from '#platform/web/navigation.tsx';
import { queryClient } from '#platform/web/query-client.ts';
import { testNavigation } from '#platform/web/navigation.fixture.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { UiProvider } from '#platform/web/ui/ui-provider.tsx';
import { keyOf } from '#platform/web/use-endpoint.ts';
import { viewer } from '#platform/web/viewer.ts';
import { shellTexts } from './first-answers.ts';
import { openPanel } from './panels.ts';
import { ProductPages } from './routes.tsx';
import { viewerOf } from './shell-data.ts';

/** Ana, as the server tells of her. */
export const anInfo = (more: Partial<UserInfo> = {}): UserInfo => ({
  id: 7,
  email: 'ana@aurora.example',
  phone: null,
  company: 'Aurora Travel S.A.',
  tenantId: 1,
  tenantName: 'Aurora Travel',
  tenantNickName: 'Ana Ríos',
  roleName: 'Agent',
  systemRoles: [{ system_id: 5, role_name: 'Agent' }],
  systemId: 5,
  textSeat: false,
  voiceSeat: false,
  isTenantOwner: false,
  companyDomain: null,
  loginType: 'password',
  isOperator: false,
  helpUntil: null,
  lang: 'en_US',
  timeZone: null,
  theme: 'light',
  needDesensitize: false,
  ...more,
});

export const leaf = (key: string, name: string): MenuVo => ({ key, name, icon: 'users', child: [] });
export const aMenu: MenuVo[] = [
  leaf('/home', 'Home'),
  {
    key: 'customers',
    name: 'Customers',
    icon: '',
    child: [leaf('/customers', 'Customer list'), leaf('/seating/aiCall', 'AI calls')],
  },
];

export interface ShellWishes {
  at?: string;
  info?: Partial<UserInfo>;
  menu?: MenuVo[];
  /** The menu of the second system. */
  otherMenu?: MenuVo[];
  functions?: string[];
  systems?: number;
  routes?: PageRoute[];
  header?: HeaderItem[];
  features?: WebFeature[];
  /** What the server answers besides, by path. */
  answers?: Record<string, (body: unknown) => unknown>;
}

/** A page that only says what it is. */
export const saying = (words: string) => () => Promise.resolve({ default: () => <p>{words}</p> });

/** Draws the shell around a feature with the wished routes, for Ana. What she asks the server is kept. */
export async function showShell({
  at = '/home',
  info = {},
  menu = aMenu,
  otherMenu = [],
  functions = [],
  systems = 1,
  routes = [],
  header = [],
  features = [],
  answers = {},
}: ShellWishes = {}) {
  await shellTexts();
  queryClient.clear();
  openPanel(null);
  const who = anInfo(info);
  const known = [
    { system_id: 5, name: 'Contact centre', menu },
    { system_id: 2, name: 'Administration', menu: otherMenu },
  ].slice(0, systems);
  let current = 5;
  const menuOf = (id: number) => known.find(({ system_id }) => system_id === id)?.menu ?? [];
  const resourceNow = () => ({
    menuVos: menuOf(current),
    functionVos: functions.map((key) => ({ key })),
    systems: known.map(({ system_id, name }) => ({ system_id, name, current: system_id === current })),
  });
  const resource = resourceNow();
  const asked = fakeServer(({ url, body }) => {
    if (url === accountApi.switchSystem.path) current = (body as { system_id: number }).system_id;
    if (url.startsWith(accessApi.systemAndResource.path)) return { data: resourceNow() };
    if (url.startsWith(accessApi.resource.path))
      return {
        data: { menuVos: menuOf(Number(new URLSearchParams(url.split('?')[1]).get('system_id'))), functionVos: [] },
      };
    if (answers[url]) return { data: answers[url](body) };
    return { data: { [accountApi.info.path]: who, [regionsApi.timeZones.path]: [] }[url] ?? null };
  });
  queryClient.setQueryData(keyOf(accountApi.info, {}), who);
  queryClient.setQueryData(keyOf(accessApi.systemAndResource, {}), resource);
  viewer.set(viewerOf(who, resource));
  const feature = webFeature({
    name: 'trial',
    text: () => Promise.resolve({ 'trial.title': 'Trial page' }),
    routes: [{ path: '/home', title: 'trial.title' as never, page: saying('the start page') }, ...routes],
    header,
  });
  const navigation = testNavigation(at);
  const all = [feature, ...features];
  const drawn = render(
    <UiProvider env="test">
      <Navigated navigation={navigation}>
        <ProductPages features={all} />
      </Navigated>
    </UiProvider>,
  );
  return { navigation, asked, ...drawn };
}
