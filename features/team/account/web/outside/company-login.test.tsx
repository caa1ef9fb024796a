import { Suspense, use } from 'react';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { COMPANY_CODE } from '#shared/company-sign-in.ts';
import { failures } from '#shared/errors.ts';
import { departure } from '#platform/web/failure-handler.ts';
import { ensureTexts } from '#platform/web/i18n.ts';
import { session } from '#platform/web/session.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { accountTexts } from '../texts.ts';
import { CompanyLogin } from './company-login.tsx';

const VERIFIER = 'openseat.sso.verifier';
let gone: string[];
let exchanged: { code?: number; data?: unknown };
let asked: ReturnType<typeof fakeServer>;
beforeEach(async () => {
  await ensureTexts('account', accountTexts);
  sessionStorage.clear();
  session.end();
  gone = [];
  exchanged = { data: { token: 'a token', tried: null } };
  vi.spyOn(departure, 'go').mockImplementation((address) => void gone.push(address));
  asked = fakeServer(({ url }) => {
    if (url.includes('is_exist')) return { data: { is_exist: url.endsWith('=aurora.example') } };
    return url.endsWith('/sso_config/try') ? { data: { address: 'https://idp.example/sso' } } : exchanged;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const open = (address = '/company') => {
  window.history.replaceState(null, '', address);
  return render(<CompanyLogin />);
};
const ask = (text: string) => {
  fireEvent.change(screen.getByLabelText('Company domain, or your work e-mail'), { target: { value: text } });
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
};

test('[ADMIN-03] the domain, or an address in it, leads to the company with what ties the answer to this tab', async () => {
  open();
  ask(' Ana@Aurora.example ');
  await waitFor(() => expect(gone).toHaveLength(1));
  expect(gone[0]).toMatch(/^\/admin\/saas_plat\/sso\/aurora\.example\/start\?challenge=[\w-]{43}$/);
  expect(sessionStorage.getItem(VERIFIER)).toMatch(/^[\w-]{43}$/);
  expect(gone[0]).not.toContain(sessionStorage.getItem(VERIFIER)!);
});

test('[ADMIN-03] an unknown company is told before anybody leaves', async () => {
  open('/company?for=nobody.example');
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText(/^No company signs in with this domain/)).toBeTruthy();
  expect(gone).toEqual([]);
});

test('[ADMIN-03] the code that came back becomes a session, once', async () => {
  sessionStorage.setItem(COMPANY_CODE, 'the code');
  sessionStorage.setItem(VERIFIER, 'the verifier');
  open();
  await waitFor(() => expect(gone).toEqual(['/home']));
  expect(session.token()).toBe('a token');
  expect(asked.map(({ body }) => body)).toMatchObject([{ code: 'the code', verifier: 'the verifier' }]);
  expect([sessionStorage.getItem(COMPANY_CODE), sessionStorage.getItem(VERIFIER)]).toEqual([null, null]);
});

test('[ADMIN-03] a page that is drawn, waits for something beside it and is drawn again has the code still', async () => {
  sessionStorage.setItem(COMPANY_CODE, 'the code');
  sessionStorage.setItem(VERIFIER, 'the verifier');
  const { promise, resolve } = Promise.withResolvers<null>();
  const Slow = () => use(promise);
  window.history.replaceState(null, '', '/company');
  await act(async () => {
    render(
      <Suspense>
        <CompanyLogin />
        <Slow />
      </Suspense>,
    );
  });
  expect(asked).toHaveLength(0);
  await act(async () => resolve(null));
  await waitFor(() => expect(gone).toEqual(['/home']));
  expect(asked.map(({ body }) => body)).toMatchObject([{ code: 'the code', verifier: 'the verifier' }]);
});

test('[ADMIN-03] a refusal says what to do and offers another start', async () => {
  exchanged = { code: failures.ssoNoRole.code };
  sessionStorage.setItem(COMPANY_CODE, 'the code');
  open();
  expect(
    await screen.findByText('Your company has given you no role here. Ask your administrator for one.'),
  ).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Start again' })).toBeTruthy();
  expect(session.token()).toBeNull();
});

test('[ADMIN-03] trying it out goes to the company, and afterwards tells who would have come in', async () => {
  const { unmount } = open('/company?try=1');
  await waitFor(() => expect(gone).toEqual(['https://idp.example/sso']));
  unmount();
  exchanged = { data: { token: null, tried: { email: 'ana@aurora.example', name: 'Ana', roles: ['Agent'] } } };
  sessionStorage.setItem(COMPANY_CODE, 'the code');
  open();
  expect(await screen.findByText(/^Ana \(ana@aurora\.example\) would come in as Agent\./)).toBeTruthy();
  expect(session.token()).toBeNull();
});
