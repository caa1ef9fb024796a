import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { agentGroupsApi } from '#features/team/agent-groups/contract.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { smsApi, type SmsSettings, type SmsTemplate } from '../contract.ts';
import { sms } from './index.ts';
import SettingsPage from './settings-page.tsx';
import TemplatesPage from './templates-page.tsx';

const settings: SmsSettings = {
  kind: 'outbox',
  http: null,
  smpp: null,
  hasSecret: false,
  reportUrl: '',
  replyUrl: '',
  countries: [
    { iso2: 'MX', priceE4: 350 },
    { iso2: 'ES', priceE4: null },
  ],
  currency: 'USD',
};
const template: SmsTemplate = {
  id: 4,
  smsTemplateName: 'Offer',
  smsTemplateContent: 'Hello {firstName}',
  language: 'en-US',
  groupIds: [],
  groupNames: [],
  state: 'waiting',
  remark: '',
  updatedBy: 'Sofía',
  updatedAt: '2026-11-15 10:00:00',
};

async function show(page: React.ReactNode) {
  const asked = fakeServer(({ url }) => ({
    data:
      url === smsApi.settings.path
        ? settings
        : url === smsApi.optOuts.path || url === smsApi.templatePage.path
          ? {
              list: url === smsApi.templatePage.path ? [template] : [],
              total: url === smsApi.templatePage.path ? 1 : 0,
            }
          : url === agentGroupsApi.all.path
            ? [{ id: 3, name: 'Sales', groupNo: 1 }]
            : null,
  }));
  await showPage(page, {
    viewer: aViewer({
      functions: new Set(['sms.settings', 'sms.view', 'sms.templates', 'sms.approve', 'agent-groups.use']),
    }),
    feature: sms,
  });
  return {
    sent: (path: string) => asked.filter(({ url, method }) => url === path && method !== 'GET').map(({ body }) => body),
  };
}

async function provider(name: string): Promise<void> {
  fireEvent.click(await screen.findByRole('combobox', { name: 'Provider' }));
  fireEvent.click(await screen.findByRole('option', { name, hidden: true }));
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(new RegExp(`^${label}`)), { target: { value } });

test('[SMS-03] a carrier by HTTP is described in a form', async () => {
  const { sent } = await show(<SettingsPage />);
  await provider('HTTP');
  type('Address', 'https://carrier.example/send');
  type('Headers', 'Authorization: Bearer {secret}');
  type('Secret', 'top');
  fireEvent.click(screen.getAllByRole('button', { name: 'Save' })[0]!);
  await waitFor(() =>
    expect(sent(smsApi.saveProvider.path)).toMatchObject([
      {
        kind: 'http',
        secret: 'top',
        http: {
          url: 'https://carrier.example/send',
          method: 'POST',
          headers: { Authorization: 'Bearer {secret}' },
          refPath: 'id',
        },
      },
    ]),
  );
});

test('[SMS-03] a message centre is named by its host and system id', async () => {
  const { sent } = await show(<SettingsPage />);
  await provider('SMPP 3.4');
  type('Host', 'smsc.example');
  fireEvent.click(screen.getAllByRole('button', { name: 'Save' })[0]!);
  expect(sent(smsApi.saveProvider.path)).toEqual([]);
  type('System ID', 'aurora');
  fireEvent.click(screen.getAllByRole('button', { name: 'Save' })[0]!);
  await waitFor(() =>
    expect(sent(smsApi.saveProvider.path)).toMatchObject([
      { kind: 'smpp', smpp: { host: 'smsc.example', port: 2_775, systemId: 'aurora', longAs: 'parts' } },
    ]),
  );
});

test('[SMS-03] countries are opened and closed; what a part costs there is only read, and what has no price is pointed out', async () => {
  const { sent } = await show(<SettingsPage />);
  expect(await screen.findByText('$0.035')).toBeTruthy();
  expect(screen.getByText('No price: refused')).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: /Price/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Close Spain' }));
  fireEvent.click(screen.getAllByRole('button', { name: 'Save' })[1]!);
  await waitFor(() => expect(sent(smsApi.saveCountries.path)).toEqual([{ countries: ['MX'] }]));
});

test('[SMS-03] several templates are approved, or bound to groups, at once', async () => {
  const { sent } = await show(<TemplatesPage />);
  await screen.findByText('Offer');
  fireEvent.click(screen.getAllByRole('checkbox').at(-1)!);
  fireEvent.click(await screen.findByRole('button', { name: 'Bind to groups' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Bind to groups' }));
  fireEvent.click(dialog.getByRole('combobox', { name: 'Agent groups' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Sales', hidden: true }));
  fireEvent.click(dialog.getByRole('button', { name: 'Bind to groups' }));
  await waitFor(() => expect(sent(smsApi.templateBind.path)).toEqual([{ ids: [4], groupIds: [3] }]));
});
