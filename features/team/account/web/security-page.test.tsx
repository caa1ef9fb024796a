import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { failures, type FailureName } from '#shared/errors.ts';
import { showPage } from '#platform/web/page.fixture.tsx';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { ensureFeatureTexts } from '#platform/web/feature.ts';
import { deliverEvent } from '#platform/web/user-events.ts';
import { devices } from '#features/team/devices/web/index.ts';
import { CODE_FAILED } from '../contract.ts';
import { account } from './index.ts';
import { plainPhone } from './parts/phone-number.ts';
import SecurityPage from './security-page.tsx';

type Asked = ReturnType<typeof fakeServer>[number];
const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const place = (id: number, current = false) => ({
  id,
  current,
  tenantName: 'Aurora Travel',
  address: `10.0.0.${id}`,
  userAgent: windows,
  createdAt: '2026-11-14 08:00:00',
  lastSeenAt: '2026-11-15 08:00:00',
  endsAt: '2026-12-14 08:00:00',
});

let info: Record<string, unknown>;
let places: ReturnType<typeof place>[];
let captchas: number;
let phoneCodes: boolean;
/** Calls that are refused, by the end of their path; each once. */
let refusals: Record<string, FailureName>;
let asked: Asked[];
const sent = (end: string) => asked.filter((one) => one.url.endsWith(end)).map((one) => one.body);

function answer({ url, method, body }: Asked): { code?: number; data?: unknown } {
  const end = url.split('/').at(-1)!;
  const refusal = refusals[end];
  if (refusal) {
    delete refusals[end];
    return { code: failures[refusal].code };
  }
  if (end === 'info') return { data: info };
  if (end === 'setup') return { data: { phoneCodes } };
  if (end === 'session_rules') return { data: { idleHours: 24, longestDays: 30, mostPerPerson: 30 } };
  if (end === 'sessions') return { data: places };
  if (end === 'list') return { data: [] };
  if (end === 'start_image_verify') return { data: { id: `captcha ${++captchas}`, puzzles: 1, bits: 2 } };
  if (end === 'contact_verification') return { data: { proof: 'proof' } };
  if (end === 'nick_name') info = { ...info, ...(body as object) };
  if (end === 'bind_phone') info = { ...info, phone: '+525512345678' };
  if (end === 'change_email') info = { ...info, email: 'new@aurora.example' };
  if (end === 'end_others') {
    places = places.filter((one) => one.current);
    return { data: { ended: 2 } };
  }
  if (method === 'DELETE') places = places.filter((one) => String(one.id) !== end);
  return { data: null };
}

// What is fetched when it is first drawn takes its time on a busy machine.
beforeAll(async () => {
  configure({ asyncUtilTimeout: 5_000 });
  await import('#platform/web/ui/confirm-panel.tsx');
});
beforeEach(async () => {
  info = { id: 7, email: 'ana@aurora.example', phone: null, tenantNickName: 'Ana', tenantName: 'Aurora Travel' };
  places = [place(1, true), place(2), place(3)];
  captchas = 0;
  phoneCodes = true;
  refusals = {};
  asked = fakeServer(answer);
  await ensureFeatureTexts(devices);
});

const show = () => showPage(<SecurityPage />, { feature: account });
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } });

test('[SHELL-30] a new name is saved in place and shown at once, and the focus returns to its button', async () => {
  await show();
  await press('Change name');
  expect(document.activeElement).toBe(screen.getByLabelText('Name', { selector: 'input' }));
  type('Name', 'Ana María');
  await press('Save');
  expect(await screen.findByText('Ana María')).toBeTruthy();
  expect(sent('nick_name')).toEqual([{ tenantNickName: 'Ana María' }]);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change name' }));
});

test('[SHELL-30] a wrong present password is said at the form, which stays; the right one ends with a notice', async () => {
  refusals['change_pass'] = 'wrongPassword';
  await show();
  await press('Change password');
  type('Present password', 'not it');
  type('New password', 'a quiet new sentence');
  await press('Change password');
  expect((await screen.findByRole('alert')).textContent).toContain('present password is wrong');
  type('Present password', 'openseat-demo');
  await press('Change password');
  expect(await screen.findByText(/signed out everywhere else\.$/)).toBeTruthy();
  expect(sent('change_pass')).toHaveLength(2);
});

test('[SHELL-30] a password that is too short is not sent', async () => {
  await show();
  await press('Change password');
  type('Present password', 'openseat-demo');
  type('New password', 'short');
  await press('Change password');
  expect(await screen.findByText('At least 10 characters.')).toBeTruthy();
  expect(sent('change_pass')).toEqual([]);
});

test('[SHELL-30] a phone is bound with password and code; a wrong code is said and can be typed again', async () => {
  refusals['contact_verification'] = 'verificationCodeWrong';
  await show();
  await press('Add a phone');
  type('Your password', 'openseat-demo');
  type('Phone number with country code', '+52 (55) 1234-5678');
  await press('Send the code');
  expect(await screen.findByText(/sent a code to \+525512345678/)).toBeTruthy();
  expect(sent('send')).toEqual([
    {
      contact: '+525512345678',
      purpose: 'bindPhone',
      captchaId: 'captcha 1',
      deviceUniqueIdentification: expect.any(String),
    },
  ]);
  type('Six-digit code', 'code: 123 457');
  await press('Confirm');
  expect((await screen.findByRole('alert')).textContent).toContain('code is wrong');
  type('Six-digit code', '123456');
  await press('Confirm');
  expect(await screen.findByText('+52 55 1234 5678')).toBeTruthy();
  expect(sent('contact_verification').map((body) => (body as { code: string }).code)).toEqual(['123457', '123456']);
  expect(sent('bind_phone')).toEqual([{ proof: 'proof', password: 'openseat-demo' }]);
});

test('[SHELL-30] work of the browser that is refused is said, and done anew', async () => {
  refusals['image_verify'] = 'captchaWrong';
  await show();
  await press('Add a phone');
  type('Your password', 'openseat-demo');
  type('Phone number with country code', '+525512345678');
  await press('Send the code');
  expect((await screen.findByRole('alert')).textContent).toContain('try again');
  await press('Send the code');
  await screen.findByLabelText('Six-digit code');
  expect(sent('send')).toMatchObject([{ captchaId: 'captcha 2' }]);
});

test('[SHELL-30] a phone without its country code is not sent', async () => {
  await show();
  await press('Add a phone');
  type('Your password', 'openseat-demo');
  type('Phone number with country code', '55 1234 5678');
  await press('Send the code');
  expect(await screen.findByText(/with its country code/)).toBeTruthy();
  expect(sent('/image_verify')).toEqual([]);
});

async function toEmailCode(): Promise<void> {
  await show();
  await press('Change e-mail');
  expect(screen.getByText(/tell your old address/)).toBeTruthy();
  type('Your password', 'openseat-demo');
  type('New e-mail address', ' New@Aurora.example ');
  await press('Send the code');
  await screen.findByLabelText('Six-digit code');
  type('Six-digit code', '123456');
  await press('Confirm');
}

test('[SHELL-30] an e-mail address is changed with password and code', async () => {
  await toEmailCode();
  expect(await screen.findByText('new@aurora.example')).toBeTruthy();
  expect(sent('send')).toMatchObject([{ contact: 'new@aurora.example', purpose: 'changeEmail' }]);
  expect(sent('change_email')).toEqual([{ proof: 'proof', password: 'openseat-demo' }]);
});

test('[SHELL-30] when the password was wrong only that is asked again, not the code', async () => {
  refusals['change_email'] = 'wrongPassword';
  await toEmailCode();
  expect((await screen.findByRole('alert')).textContent).toContain('password is wrong');
  type('Your password', 'the right one');
  await press('Confirm');
  expect(await screen.findByText('new@aurora.example')).toBeTruthy();
  expect(sent('contact_verification')).toHaveLength(1);
  expect(sent('change_email').at(-1)).toEqual({ proof: 'proof', password: 'the right one' });
});

test('[SHELL-30] an address somebody has leads back to the address, with the reason', async () => {
  refusals['change_email'] = 'emailTaken';
  await toEmailCode();
  expect((await screen.findByRole('alert')).textContent).toContain('cannot be used');
  expect((screen.getByLabelText('New e-mail address') as HTMLInputElement).value).toContain('New@Aurora.example');
});

test('[SHELL-30] sessions say browser, system and address; this one is marked and cannot be ended here', async () => {
  await show();
  const [own, other] = (await screen.findAllByText('Chrome on Windows')).map((one) => one.closest('li')!);
  expect(within(own!).getByText('This session')).toBeTruthy();
  expect(within(own!).queryByRole('button')).toBeNull();
  expect(other!.textContent).toContain('10.0.0.2');
});

test('[SHELL-30] another session ends after a question, and nothing happens without the answer', async () => {
  await show();
  await press('Sign out Chrome on Windows at 10.0.0.2');
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(asked.some((one) => one.method === 'DELETE')).toBe(false);
  await press('Sign out Chrome on Windows at 10.0.0.2');
  await press('Sign out');
  await waitFor(() => expect(screen.queryByText(/10\.0\.0\.2/)).toBeNull());
  expect(asked.filter((one) => one.method === 'DELETE').map((one) => one.url.split('/').at(-1))).toEqual(['2']);
});

test('[SHELL-30] all other sessions end at once, and how many is said', async () => {
  await show();
  await press('Sign out everywhere else');
  const question = await screen.findByRole('dialog');
  fireEvent.click(within(question).getByRole('button', { name: 'Sign out everywhere else' }));
  expect(await screen.findByText('2 sessions were ended')).toBeTruthy();
  await waitFor(() => expect(screen.queryAllByText('Chrome on Windows')).toHaveLength(1));
});

test('a list that cannot be loaded says why and is asked again', async () => {
  refusals['sessions'] = 'unexpected';
  await show();
  await press('Try again');
  expect(await screen.findAllByText('Chrome on Windows')).toHaveLength(3);
});

test('[SHELL-30] how long a sign-in lasts, and how many there may be, is said below them', async () => {
  await show();
  expect(await screen.findByText(/30 days after signing in at the latest/)).toBeTruthy();
});

test('[SHELL-30] where no codes go to phones none is asked for', async () => {
  phoneCodes = false;
  await show();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Add a phone' })).toBeNull());
  expect(await screen.findByRole('button', { name: 'Change e-mail' })).toBeTruthy();
});

test('[ADMIN-01] somebody whose code no carrier took is told, and may ask again', async () => {
  info = { ...info, phone: null };
  await show();
  await press('Add a phone');
  type('Your password', 'openseat-demo');
  type('Phone number with country code', '+52 55 1234 5678');
  await press('Send the code');
  await screen.findByLabelText('Six-digit code', { selector: 'input' });
  act(() => deliverEvent(CODE_FAILED, { purpose: 'bindPhone' }));
  expect((await screen.findByRole('alert')).textContent).toContain('could not be sent');
  expect(screen.getByLabelText('Phone number with country code', { selector: 'input' })).toBeTruthy();
});

test.each([
  ['+52 (55) 1234-5678', '+525512345678'],
  ['0062 812 3456', '+628123456'],
  ['+86.138.0013', '+861380013'],
])('the number %s is sent as %s', (written, plain) => {
  expect(plainPhone(written)).toBe(plain);
});

test('[SHELL-30] whoever helps inside another team changes nothing of their own there', async () => {
  info = { ...info, tenantName: 'Borealis', helpUntil: '2026-11-15 09:00:00' };
  await showPage(<SecurityPage />, { feature: account });
  expect(await screen.findByText(/You are helping inside Borealis/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
