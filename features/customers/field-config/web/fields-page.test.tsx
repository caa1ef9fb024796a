import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { VariableType } from '#shared/codes/variable-type.ts';
import { fieldConfigApi } from '../contract.ts';
import FieldsPage from './fields-page.tsx';
import { fieldConfig } from './index.ts';

const column = (key: string, name: string, more: object = {}) => ({
  key,
  name,
  ownName: '',
  shown: true,
  position: 0,
  required: false,
  masked: false,
  always: false,
  maskable: false,
  requirable: false,
  custom: null,
  ...more,
});
const badge = {
  id: 5,
  name: 'Badge',
  type: VariableType.text,
  options: [],
  currency: null,
  format: '',
  required: false,
  masked: false,
  position: 2,
};
const columns = [
  column('full_name', 'Name', { always: true }),
  column('company', 'Company', { requirable: true, maskable: true }),
  column('custom:5', 'Badge', { ownName: 'Badge', custom: badge, shown: false }),
];

async function show() {
  const asked = fakeServer(({ method }) => ({ data: method === 'GET' ? columns : null }));
  await showPage(<FieldsPage />, {
    viewer: aViewer({ functions: new Set(['field-config.use', 'field-config.edit']) }),
    feature: fieldConfig,
  });
  return {
    sent: (method: string, path: string) =>
      asked.filter((one) => one.method === method && one.url === path).map(({ body }) => body),
  };
}

test('[CDP-04] a column is hidden, masked and moved; the preview shows what is left', async () => {
  const { sent } = await show();
  expect((await screen.findByRole<HTMLInputElement>('switch', { name: 'Show Name' })).disabled).toBe(true);
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['Name', 'Company']);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Hide Company from masked roles' }));
  fireEvent.click(screen.getByRole('button', { name: 'Move Badge up' }));
  await waitFor(() =>
    expect(sent('PUT', fieldConfigApi.batchDisplay.path)).toMatchObject([
      {
        list: 'customers',
        columns: [
          { key: 'full_name', position: 0 },
          { key: 'company', position: 1, masked: true },
          { key: 'custom:5', position: 2 },
        ],
      },
      {
        list: 'customers',
        columns: [
          { key: 'full_name' },
          { key: 'custom:5', position: 1, shown: false },
          { key: 'company', position: 2 },
        ],
      },
    ]),
  );
});

test('[CDP-04] a custom field goes only after its name was typed', async () => {
  const { sent } = await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Delete Badge' }));
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Delete' });
  expect(button.disabled).toBe(true);
  fireEvent.change(screen.getByRole('textbox', { name: 'Name of the field' }), { target: { value: 'Badge' } });
  fireEvent.click(button);
  await waitFor(() => expect(sent('DELETE', '/admin/saas_plat/field_config/custom/5')).toHaveLength(1));
});
