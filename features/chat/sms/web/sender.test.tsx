import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { failures } from '#shared/errors.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { deliverEvent } from '#platform/web/user-events.ts';
import { SMS_REPLIED, smsApi } from '../contract.ts';
import { refetchSmsOnPush } from './refetch-on-push.ts';
import SenderButton from './header/sender-button.tsx';
import SenderDialog from './sender-dialog.tsx';
import { sms } from './index.ts';
import { closeSender, openSender, type SmsTarget } from './sender-window.ts';

const countries = [
  { iso2: 'ID', code: '62', name: 'Indonesia', flag: '🇮🇩' },
  { iso2: 'MX', code: '52', name: 'Mexico', flag: '🇲🇽' },
];
const templates = [
  { id: 1, smsTemplateName: 'Booking confirmed', smsTemplateContent: 'Hello {firstName}', language: 'en-US' },
  { id: 2, smsTemplateName: 'We missed you', smsTemplateContent: 'Call us', language: 'en-US' },
];

beforeEach(() => localStorage.clear());
afterEach(() => act(() => closeSender()));

interface Answers {
  missing?: string[];
  sendCode?: number;
}

async function show({ missing = [], sendCode = 0 }: Answers = {}, target?: SmsTarget) {
  const asked = fakeServer(({ url, body }) => {
    if (url === smsApi.countries.path) return { data: countries };
    if (url === smsApi.templates.path) return { data: templates };
    if (url === smsApi.preview.path)
      return {
        data: {
          content: (body as { smsTemplateId: number }).smsTemplateId === 1 ? 'Hello Lucía' : 'Call us',
          missing,
          segments: 1,
          encoding: 'gsm7',
        },
      };
    if (url === smsApi.send.path) return { code: sendCode, data: { id: 5 } };
    return { data: null };
  });
  await showPage(
    <>
      <SenderButton />
      <SenderDialog />
    </>,
    { viewer: aViewer({ functions: new Set(['sms.use']) }), feature: sms },
  );
  if (target) act(() => openSender(target));
  else fireEvent.click(screen.getByRole('button', { name: 'Send SMS' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send SMS' }));
  await dialog.findByLabelText(/^Number/);
  return { dialog, sent: (path: string) => asked.filter(({ url }) => url === path).map(({ body }) => body) };
}

type Dialog = Awaited<ReturnType<typeof show>>['dialog'];
const number = (dialog: Dialog) => dialog.getByLabelText<HTMLInputElement>(/^Number/);
const press = (dialog: Dialog) => fireEvent.click(dialog.getByRole('button', { name: 'Send SMS' }));
async function choose(dialog: Dialog, label: RegExp, typed: string, option: string) {
  const field = dialog.getByRole('combobox', { name: label });
  fireEvent.click(field);
  fireEvent.change(field, { target: { value: typed } });
  fireEvent.click(await screen.findByRole('option', { name: option, hidden: true }));
}

test('[SMS-01] the number is required when one leaves it, holds digits only and at most fifty', async () => {
  const { dialog } = await show();
  fireEvent.blur(number(dialog));
  expect(await dialog.findByText('Enter a number')).toBeTruthy();
  fireEvent.change(number(dialog), { target: { value: '+52 (55) 1234-abc' } });
  expect(number(dialog).value).toBe('52551234');
  fireEvent.change(number(dialog), { target: { value: '7'.repeat(60) } });
  expect(number(dialog).value).toBe('7'.repeat(50));
  expect(number(dialog).maxLength).toBe(50);
  fireEvent.blur(number(dialog));
  await waitFor(() => expect(dialog.queryByText('Enter a number')).toBeNull());
});

test('[SMS-01] a template is required, found whatever the case, and fills content nobody can type into', async () => {
  const { dialog, sent } = await show();
  fireEvent.change(number(dialog), { target: { value: '5512345600' } });
  press(dialog);
  expect(await dialog.findByText('Select an SMS template')).toBeTruthy();
  expect(sent(smsApi.send.path)).toEqual([]);
  await choose(dialog, /Template/, 'MISSED', 'We missed you');
  await waitFor(() => expect(dialog.queryByText('Select an SMS template')).toBeNull());
  const content = dialog.getByLabelText<HTMLTextAreaElement>(/Content/);
  expect(content.readOnly).toBe(true);
  await waitFor(() => expect(content.value).toBe('Call us'));
});

test('[SMS-02] the payload is the specification’s; success is told, and the country remembered', async () => {
  const { dialog, sent } = await show();
  await choose(dialog, /Country code/, 'mex', 'Mexico +52');
  fireEvent.change(number(dialog), { target: { value: '5512345600' } });
  await choose(dialog, /Template/, 'book', 'Booking confirmed');
  await waitFor(() => expect(dialog.getByLabelText<HTMLTextAreaElement>(/Content/).value).toBe('Hello Lucía'));
  press(dialog);
  await waitFor(() =>
    expect(sent(smsApi.send.path)).toEqual([
      {
        callId: '',
        countryCode: '52',
        number: '5512345600',
        smsTemplateId: 1,
        smsTemplateName: 'Booking confirmed',
        content: 'Hello Lucía',
      },
    ]),
  );
  expect(await screen.findByText('SMS sent.')).toBeTruthy();
  expect(localStorage.getItem('smsCountry')).toBe('MX');
});

test('[SMS-02] from a customer the number stands there; a hidden one goes as its word', async () => {
  const plain = await show({}, { number: '525512345600', iso2: 'MX' });
  expect(number(plain.dialog).value).toBe('5512345600');
  act(() => openSender({ number: 'enc.word-of-somebody', shown: '52******5600' }));
  await waitFor(() => expect(number(plain.dialog).value).toBe('52******5600'));
  expect(number(plain.dialog).readOnly).toBe(true);
  await choose(plain.dialog, /Template/, 'book', 'Booking confirmed');
  press(plain.dialog);
  await waitFor(() =>
    expect(plain.sent(smsApi.send.path)).toMatchObject([
      { number: 'enc.word-of-somebody', countryCode: '', content: 'Hello Lucía' },
    ]),
  );
});

test('[SMS-02] from a call the call says who it is', async () => {
  const { dialog, sent } = await show({}, { callId: 'call-1', shown: '+52 55 1234 5600' });
  await choose(dialog, /Template/, 'missed', 'We missed you');
  press(dialog);
  await waitFor(() =>
    expect(sent(smsApi.send.path)).toMatchObject([{ callId: 'call-1', number: '', content: 'Call us' }]),
  );
});

test('[SMS-02] whoever writes to somebody else during a call types their number', async () => {
  const { dialog } = await show({}, { callId: 'call-1', shown: '+52 55 1234 5600' });
  expect(number(dialog).readOnly).toBe(true);
  fireEvent.click(dialog.getByRole('button', { name: 'Another number' }));
  expect(number(dialog).readOnly).toBe(false);
  expect(number(dialog).value).toBe('');
});

test('[SMS-02] what is not known keeps it from being sent, and a refusal is told in the dialog', async () => {
  const lacking = await show({ missing: ['firstName'] }, { number: '525512345600', iso2: 'MX' });
  await choose(lacking.dialog, /Template/, 'book', 'Booking confirmed');
  expect(await lacking.dialog.findByText('Not known here: First name. Choose another template.')).toBeTruthy();
  expect(lacking.dialog.getByRole<HTMLButtonElement>('button', { name: 'Send SMS' }).disabled).toBe(true);
});

test('[SMS-03] somebody who wants nothing is told of in words, and the dialog stays', async () => {
  const { dialog } = await show({ sendCode: failures.smsOptedOut.code }, { number: '525512345600', iso2: 'MX' });
  await choose(dialog, /Template/, 'missed', 'We missed you');
  await waitFor(() => expect(dialog.getByLabelText<HTMLTextAreaElement>(/Content/).value).toBe('Call us'));
  press(dialog);
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'This customer asked for no more messages, so nothing was sent.',
  );
});

test('[SMS-03] an answer is told to whoever wrote, with the way to the customer', async () => {
  await show();
  const went: string[] = [];
  const stop = refetchSmsOnPush({ viewer: aViewer(), go: (address) => void went.push(address) });
  act(() => deliverEvent(SMS_REPLIED, { id: 9, customerId: 44, wish: 'stop' }));
  expect(await screen.findByText('A customer wants no more SMS.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show' }));
  expect(went).toEqual(['/customers/44']);
  stop();
});
