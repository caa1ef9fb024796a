import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failures } from '#shared/errors.ts';
import { secondFactorApi } from '#features/team/second-factor/contract.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { operatorsApi, type InstallationOperator } from '../contract.ts';
import ConsoleGate from './console-gate.tsx';
import { operators } from './index.ts';
import OperatorLogPage from './log-page.tsx';
import OperatorsPage from './operators-page.tsx';

const around = { at: '/operator/operators', viewer: aViewer({ isOperator: true }), feature: operators };
const otto: InstallationOperator = {
  userId: 7,
  email: 'otto@host.example',
  name: 'Otto',
  since: '2026-01-05 10:00:00',
  addedBy: '',
  hasSecondFactor: true,
  canSignIn: true,
  lastSeenAt: '2026-11-17 09:00:00',
  isMe: true,
};
const olga = { ...otto, userId: 8, email: 'olga@host.example', name: 'Olga', hasSecondFactor: false, isMe: false };

type Answer = { code?: number; data?: unknown; msg?: string };
function serve(answers: Record<string, Answer | (() => Answer)> = {}) {
  const usual: typeof answers = { [operatorsApi.list.path]: { data: [otto, olga] } };
  const asked = fakeServer(({ url }) => {
    const answer = { ...usual, ...answers }[url.split('?')[0]!] ?? { data: null };
    return typeof answer === 'function' ? answer() : answer;
  });
  return (path: string, method = 'POST') =>
    asked.filter((one) => one.url === path && one.method === method).map(({ body }) => body);
}

test('operators are listed with their second factor; one is removed after a question, oneself never', async () => {
  const sent = serve();
  await showPage(<OperatorsPage />, around);
  const table = within(await screen.findByRole('table', { name: 'Operators' }));
  expect(await table.findByText('Missing: the console is shut')).toBeTruthy();
  expect(table.queryByRole('button', { name: 'Remove Otto' })).toBeNull();
  fireEvent.click(table.getByRole('button', { name: 'Remove Olga' }));
  const question = within(await screen.findByRole('alertdialog'));
  fireEvent.click(question.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(sent('/admin/operator/operators/8', 'DELETE')).toHaveLength(1));
});

test('one is added by the address of an account; nobody’s is said at the field', async () => {
  const sent = serve({ [operatorsApi.add.path]: { code: failures.personUnknown.code } });
  await showPage(<OperatorsPage />, around);
  fireEvent.click(await screen.findByRole('button', { name: 'Add an operator' }));
  const dialog = within(await screen.findByRole('dialog'));
  const field = dialog.getByLabelText(/^E-mail of the account/);
  fireEvent.change(field, { target: { value: 'nobody@host.example' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Make an operator' }));
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(sent(operatorsApi.add.path)).toEqual([{ email: 'nobody@host.example' }]);
});

test('the log of operators opens an entry with what changed', async () => {
  const entry = {
    id: 5,
    at: '2026-11-17 09:00:00',
    userId: 7,
    userName: 'Otto',
    module: 'tenants',
    moduleName: 'Tenants',
    action: 'suspend',
    actionName: 'Suspended a tenant',
    target: '4 Aurora Travel',
    outcome: 0,
    address: '203.0.113.9',
  };
  serve({
    [operatorsApi.log.path]: { data: { list: [entry], total: 1, totalCapped: false } },
    '/admin/operator/operators/log/5': {
      data: { ...entry, changes: [{ field: 'state', before: '"active"', after: '"suspended"' }] },
    },
  });
  await showPage(<OperatorLogPage />, { ...around, at: '/operator/log' });
  fireEvent.click(await screen.findByText('Suspended a tenant'));
  expect(await within(await screen.findByRole('dialog')).findByText('suspended')).toBeTruthy();
});

const refused = (detail: string): Answer => ({ code: failures.operatorFactorRequired.code, msg: detail });
const behind = (
  <ConsoleGate>
    <p>The console</p>
  </ConsoleGate>
);

test('who signed in without the second factor shows it, and goes on where they wanted to', async () => {
  let isProven = false;
  const sent = serve({
    [operatorsApi.list.path]: () => (isProven ? { data: [otto] } : refused('prove')),
    [secondFactorApi.proofWays.path]: () => ({
      data: { password: true, code: true, passkey: false, companyDomain: null },
    }),
  });
  await showPage(behind, around);
  expect(await screen.findByText('Show your second factor')).toBeTruthy();
  expect(screen.queryByText('The console')).toBeNull();
  fireEvent.change(await screen.findByLabelText(/code/i), { target: { value: '123456' } });
  isProven = true;
  fireEvent.submit(screen.getByLabelText(/code/i).closest('form')!);
  expect(await screen.findByText('The console')).toBeTruthy();
  expect(sent(secondFactorApi.freshProof.path)).toEqual([{ code: '123456' }]);
});

test('who has none yet sets one up first', async () => {
  const own = {
    totp: null,
    passkeys: [],
    rpId: 'localhost',
    recoveryLeft: 0,
    isNeeded: true,
    isLastOwner: false,
    isCompany: false,
  };
  serve({ [operatorsApi.list.path]: refused('enrol'), [secondFactorApi.own.path]: { data: own } });
  await showPage(behind, around);
  expect(await screen.findByText('A second factor first')).toBeTruthy();
  expect((screen.getByRole('button', { name: 'Open the console' }) as HTMLButtonElement).disabled).toBe(true);
  expect(await screen.findByRole('button', { name: 'Set up' })).toBeTruthy();
});
