import { configure, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { failures, type FailureName } from '#shared/errors.ts';
import { setProofAsker } from '#platform/web/fresh-proof.ts';
import { showPage } from '#platform/web/page.fixture.tsx';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import FactorsCard from './factors-card.tsx';
import { secondFactor } from './index.ts';
import ProofHost from './proof-host.tsx';
import { proofQuestion } from './proof-question.ts';

const CODES = ['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh'];
let own: {
  totp: object | null;
  passkeys: object[];
  rpId: string;
  recoveryLeft: number;
  isNeeded: boolean;
  isLastOwner: boolean;
  isCompany: boolean;
};
/** Calls that are refused, by the end of their path; each once. */
let refusals: Record<string, FailureName | [FailureName, string]>;
let ways: object;
let asked: ReturnType<typeof fakeServer>;
let stop = (): void => {};

beforeAll(async () => {
  configure({ asyncUtilTimeout: 5_000 });
  await Promise.all([import('#platform/web/ui/confirm-panel.tsx'), import('./proof-dialog.tsx')]);
});
beforeEach(() => {
  own = {
    totp: null,
    passkeys: [],
    rpId: 'seat.example',
    recoveryLeft: 0,
    isNeeded: false,
    isLastOwner: false,
    isCompany: false,
  };
  refusals = {};
  ways = { password: true, code: false, passkey: false, companyDomain: null };
  stop = setProofAsker(proofQuestion.ask);
  asked = fakeServer(({ url, method }) => {
    const end = url.split('/').at(-1)!;
    const refusal = refusals[end];
    if (refusal) {
      delete refusals[end];
      const [name, msg] = Array.isArray(refusal) ? refusal : [refusal];
      return { code: failures[name].code, ...(msg && { msg }) };
    }
    if (end === 'begin') return { data: { key: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/OpenSeat:ana' } };
    if (end === 'confirm') {
      own = { ...own, totp: { since: '2026-11-15 08:00:00', lastUsedAt: null }, recoveryLeft: 10 };
      return { data: { recoveryCodes: CODES } };
    }
    if (end === 'recovery_codes') return { data: { recoveryCodes: CODES } };
    if (end === 'fresh_proof' && method === 'GET') return { data: ways };
    if (end === 'second_factor') return { data: own };
    return { data: null };
  });
});
afterEach(() => stop());

const show = () =>
  showPage(
    <>
      <FactorsCard />
      <ProofHost />
    </>,
    { feature: secondFactor },
  );
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label, { selector: 'input' }), { target: { value } });
const sent = (end: string) => asked.filter((one) => one.url.endsWith(end)).map((one) => one.body);

test('[SHELL-30] an authenticator app is set up with a picture or a key, and the recovery codes are shown once', async () => {
  await show();
  await press('Set up');
  expect(await screen.findByRole('img', { name: 'Picture for the authenticator app' })).toBeTruthy();
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy();
  await type('Code the app shows', '12 34 56');
  await press('Confirm');
  for (const code of CODES) expect(await screen.findByText(code)).toBeTruthy();
  expect(sent('/confirm')).toEqual([{ code: '123456' }]);
  await press('I kept them');
  await waitFor(() => expect(screen.queryByText(CODES[0]!)).toBeNull());
  expect(await screen.findByText('10 codes left')).toBeTruthy();
});

test('[SHELL-30] whoever signed in long ago says once more who they are, and what they wanted goes on by itself', async () => {
  refusals = { begin: 'freshProofRequired' };
  await show();
  await press('Set up');
  expect(await screen.findByText('Is it still you?')).toBeTruthy();
  await screen.findByLabelText('Your password', { selector: 'input' });
  refusals['fresh_proof'] = 'wrongPassword';
  await type('Your password', 'not it');
  await press('Go on');
  expect((await screen.findByRole('alert')).textContent).toContain('password is wrong');
  await type('Your password', 'a quiet lighthouse');
  await press('Go on');
  expect(await screen.findByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy();
  expect(screen.queryByText('Is it still you?')).toBeNull();
  expect(sent('/begin')).toHaveLength(2);
});

test('[SHELL-30] where the second factor is wanted the password is not offered', async () => {
  own = { ...own, totp: { since: '2026-11-15 08:00:00', lastUsedAt: null }, recoveryLeft: 10 };
  refusals = { recovery_codes: ['freshProofRequired', 'factor'] };
  ways = { ...ways, code: true };
  await show();
  await press('Make new ones');
  expect(await screen.findByText(/your password is not enough/)).toBeTruthy();
  await type('Code of your app, or a recovery code', '123456');
  expect(screen.queryByLabelText('Your password')).toBeNull();
  expect(screen.queryByText('Use the password instead')).toBeNull();
  await press('Go on');
  expect(await screen.findByText(CODES[0]!)).toBeTruthy();
  expect(sent('/fresh_proof').at(-1)).toEqual({ code: '123456' });
});

test('[SHELL-30] a passkey gets another name', async () => {
  own = {
    ...own,
    passkeys: [{ id: 7, name: 'Firefox · Linux', since: '2026-11-15 08:00:00', lastUsedAt: null }],
    recoveryLeft: 10,
  };
  await show();
  await press('Rename the passkey Firefox · Linux');
  await type('Its name, so that you tell it from others', 'Desk');
  await press('Rename');
  await waitFor(() => expect(sent('/passkeys/7')).toEqual([{ name: 'Desk' }]));
  await waitFor(() => expect(screen.queryByText('Rename the passkey')).toBeNull());
});

test('[SHELL-30] the only owner of a team is warned, and who came by their company finds nothing to press', async () => {
  own = { ...own, totp: { since: '2026-11-15 08:00:00', lastUsedAt: null }, recoveryLeft: 10, isLastOwner: true };
  const { unmount } = await show();
  expect(await screen.findByText(/^You are the only owner of a team/)).toBeTruthy();
  unmount();
  own = { ...own, isCompany: true };
  await show();
  expect(await screen.findByText(/^You came by your company/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
