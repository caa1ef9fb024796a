import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failures } from '#shared/errors.ts';
import { departure } from '#platform/web/failure-handler.ts';
import { ensureTexts } from '#platform/web/i18n.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { ownSession, session } from '#platform/web/session.ts';
import { isWorkDone } from '../../core/proof-of-work.ts';
import { accountTexts } from '../texts.ts';
import { Login } from './login.tsx';

const WORK = { puzzles: 2, bits: 4 };
const demoPerson = {
  email: 'budi@aurora.example',
  password: 'openseat-demo',
  name: 'Budi',
  tenantName: 'Aurora Travel',
  roleName: 'Agent',
  answersCalls: true,
};
let people: object[];
let registration: string;
let isDemo: boolean;
let refusals: number[];
let asked: ReturnType<typeof fakeServer>;
beforeEach(async () => {
  await ensureTexts('account', accountTexts);
  localStorage.clear();
  session.end();
  registration = 'open';
  isDemo = false;
  people = [];
  refusals = [];
  vi.spyOn(departure, 'go').mockImplementation(() => {});
  asked = fakeServer(({ url }) => {
    if (url.endsWith('/setup')) return { data: { waiting: false, demo: isDemo, registration, phoneCodes: false } };
    if (url.endsWith('/demo/people')) return people.length > 0 ? { data: people } : { code: failures.notFound.code };
    if (url.endsWith('/start_image_verify')) return { data: { id: 'challenge', ...WORK } };
    if (url.endsWith('/image_verify')) return { data: { verified: true } };
    const refusal = refusals.shift();
    return refusal ? { code: refusal } : { data: { token: 'a token', deviceMark: 'a mark' } };
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const signIn = () => {
  fireEvent.change(screen.getByLabelText('Work e-mail'), { target: { value: 'ana@aurora.example' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'a quiet lighthouse' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
};
const sent = (end: string) => asked.filter(({ url }) => url.endsWith(end)).map(({ body }) => body as object);

test('[ADMIN-01] after failures the browser works by itself and tries once more; nothing has to be read', async () => {
  refusals = [failures.captchaRequired.code];
  render(<Login />);
  signIn();
  await waitFor(() => expect(session.token()).toBe('a token'));
  const [solved] = sent('/image_verify') as { text: string }[];
  expect(isWorkDone('challenge', WORK, solved!.text)).toBe(true);
  expect(sent('/user/login')).toMatchObject([{}, { captchaId: 'challenge' }]);
});

test('[ADMIN-01] who signs in where an operator helped goes nowhere as that operator', async () => {
  ownSession.keep('an operator’s', '/operator/tenants/4', 'Borealis');
  render(<Login />);
  signIn();
  await waitFor(() => expect(session.token()).toBe('a token'));
  expect(ownSession.resume({ isLeft: false })).toBeNull();
  ownSession.keep('an operator’s', '/operator/tenants/4', 'Borealis');
  session.end();
  expect([ownSession.resume({ isLeft: false }), session.token()]).toEqual([null, null]);
});

test('[ADMIN-01] people of the demo are asked for in the demo alone', async () => {
  const { unmount } = render(<Login />);
  expect(await screen.findByText('Create an account')).toBeTruthy();
  expect(sent('/demo/people')).toEqual([]);
  unmount();
  isDemo = true;
  render(<Login />);
  await waitFor(() => expect(sent('/demo/people')).toHaveLength(1));
});

test('whoever tries the demo as somebody is signed in by that click', async () => {
  isDemo = true;
  people = [demoPerson];
  render(<Login />);
  fireEvent.click(await screen.findByRole('button', { name: /^Budi/ }));
  await waitFor(() => expect(session.token()).toBe('a token'));
  expect(sent('/user/login')).toMatchObject([{ email: demoPerson.email, password: demoPerson.password }]);
});

test('[ADMIN-01] the mark a browser got is shown with its next sign-in, whoever comes', async () => {
  render(<Login />);
  signIn();
  await waitFor(() => expect(session.token()).toBe('a token'));
  expect(sent('/user/login')[0]).not.toHaveProperty('deviceMark');
  session.end();
  signIn();
  await waitFor(() => expect(sent('/user/login').at(-1)).toMatchObject({ deviceMark: 'a mark' }));
});

test.each([
  ['open', 1],
  ['invitation', 0],
  ['closed', 0],
])('[ADMIN-01] where organisations are opened %s there are %i links to do so', async (how, links) => {
  registration = how;
  render(<Login />);
  await waitFor(() => expect(sent('/setup')).toHaveLength(1));
  await screen.findByText('Forgot your password?');
  await waitFor(() => expect(screen.queryAllByRole('link', { name: 'Create an account' })).toHaveLength(links));
});

test('[SHELL-33] whoever signed out reads so; a reason nobody knows is not read out', async () => {
  window.history.replaceState(null, '', '/login?reason=signedOut');
  const { unmount } = render(<Login />);
  expect(screen.getByRole('status').textContent).toMatch(/^You are signed out\./);
  unmount();
  window.history.replaceState(null, '', '/login?reason=constructor');
  render(<Login />);
  await screen.findByRole('button', { name: 'Sign in' });
  expect(screen.queryByRole('status')).toBeNull();
  window.history.replaceState(null, '', '/');
});
