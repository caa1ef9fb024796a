import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failures } from '#shared/errors.ts';
import { departure } from '#platform/web/failure-handler.ts';
import { ensureTexts } from '#platform/web/i18n.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { session } from '#platform/web/session.ts';
import { accountTexts } from '../texts.ts';
import { SecondStep } from './second-step.tsx';
import { pendingStep, signedIn } from './sign-in.ts';

const KEY = 'JBSWY3DPEHPK3PXP';
let refusals: number[];
let asked: ReturnType<typeof fakeServer>;
beforeEach(async () => {
  await ensureTexts('account', accountTexts);
  localStorage.clear();
  session.end();
  refusals = [];
  vi.spyOn(departure, 'go').mockImplementation(() => {});
  asked = fakeServer(({ url }) => {
    if (url.endsWith('/begin_totp')) return { data: { key: KEY, uri: `otpauth://totp/OpenSeat:ana?secret=${KEY}` } };
    if (url.endsWith('/begin_passkey'))
      return { data: { challenge: 'AA', rpId: 'localhost', ids: [], person: { id: 1, email: 'ana@seat.example' } } };
    if (url.endsWith('/step'))
      return { data: { kind: 'proof', totp: true, recovery: true, passkey: null, rpId: 'localhost' } };
    const refusal = refusals.shift();
    if (refusal) return { code: refusal };
    const recoveryCodes = /confirm_(totp|passkey)$/.test(url) ? ['aaaa-bbbb-cccc-dddd'] : undefined;
    return { data: { token: 'a token', deviceMark: 'a mark', recoveryCodes } };
  });
});
afterEach(() => {
  act(() => pendingStep.set(null));
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('[ADMIN-01] a code follows the password; a wrong one is said and can be typed again, a recovery code does as well', async () => {
  signedIn({ secondStep: { kind: 'proof', ticket: 'a ticket' } });
  expect(session.token()).toBeNull();
  render(<SecondStep />);
  refusals = [failures.secondFactorWrong.code];
  fireEvent.change(screen.getByLabelText('Six-digit code'), { target: { value: '123456' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByText(/^The code is wrong or was used already/)).toBeTruthy();
  expect(session.token()).toBeNull();

  fireEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  fireEvent.change(screen.getByLabelText('Recovery code'), { target: { value: 'aaaa-bbbb-cccc-dddd' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(session.token()).toBe('a token'));
  expect(asked.at(-1)!.body).toMatchObject({ ticket: 'a ticket', code: 'aaaa-bbbb-cccc-dddd' });
});

test('[ADMIN-01] whose role asks for a second factor gets one, and keeps the recovery codes before going on', async () => {
  signedIn({ secondStep: { kind: 'enrolment', ticket: 'a ticket' } });
  render(<SecondStep />);
  expect(await screen.findByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy();
  expect(await screen.findByRole('img', { name: 'Picture for the authenticator app' })).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Six-digit code'), { target: { value: '123456' } });
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('aaaa-bbbb-cccc-dddd')).toBeTruthy();
  expect(session.token()).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'I kept them, sign in' }));
  expect(session.token()).toBe('a token');
});

test('[ADMIN-01] whose role asks for a second factor may take a passkey where the browser has some', async () => {
  const bytes = new Uint8Array([1, 2, 3]).buffer;
  vi.stubGlobal('PublicKeyCredential', {});
  vi.stubGlobal('isSecureContext', true);
  const create = async () => ({
    rawId: bytes,
    response: { clientDataJSON: bytes, getAuthenticatorData: () => bytes, getPublicKey: () => bytes },
  });
  vi.stubGlobal('navigator', { userAgent: navigator.userAgent, credentials: { create } });
  signedIn({ secondStep: { kind: 'enrolment', ticket: 'a ticket' } });
  render(<SecondStep />);
  fireEvent.click(await screen.findByRole('button', { name: 'Use a passkey instead' }));
  expect(await screen.findByText('aaaa-bbbb-cccc-dddd')).toBeTruthy();
  expect(asked.at(-1)!.body).toMatchObject({ ticket: 'a ticket', publicKey: 'AQID' });
  expect(session.token()).toBeNull();
});

test('[ADMIN-01] who was given a password chooses their own, and goes on with what follows', async () => {
  signedIn({ secondStep: { kind: 'newPassword', ticket: 'a ticket' } });
  render(<SecondStep />);
  expect(await screen.findByText('Choose a password of your own')).toBeTruthy();
  refusals = [failures.samePassword.code];
  fireEvent.change(screen.getByLabelText('New password'), { target: { value: 'a lantern over the harbour' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save and go on' }));
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(session.token()).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Save and go on' }));
  await waitFor(() => expect(session.token()).toBe('a token'));
  expect(asked.at(-1)).toMatchObject({
    url: '/admin/saas_plat/user/first_pass',
    body: { ticket: 'a ticket', password: 'a lantern over the harbour' },
  });
});
