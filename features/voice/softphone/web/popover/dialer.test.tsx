import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whyNotDial } from '../../core/dial-rules.ts';
import type { DialOrder } from '#core/phone/phone.ts';
import { callRecordsApi } from '#features/voice/call-records/contract.ts';
import { aPhoneView, fakeDesk } from '../desk.fixture.ts';
import { countriesMatching } from './dial/country-choice.tsx';
import { takenApart } from './dial/taken-apart.ts';
import { phoneDesk } from '../desk/phone-desk.ts';
import { askToCall } from './tel-link.ts';
import { openDialer, phoneDock, phoneWindow } from './phone-window.ts';
import { aRecord, closePhone, showPhone } from './popover.fixture.tsx';

beforeEach(closePhone);
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Phone number' });
const key = (name: string) => screen.getByRole('button', { name });
const orders = (desk: ReturnType<typeof fakeDesk>) =>
  desk.asked.map(([, event]) => (event as { order?: unknown }).order);

async function open(desk = fakeDesk(), answers = {}) {
  const asked = await showPhone(desk, answers);
  act(() => openDialer());
  await waitFor(() => expect(screen.getByRole('button', { name: 'Country: United States, +1' })).toBeTruthy());
  return { desk, asked };
}

test('[PHONE-01] [PHONE-12] a call carries line, number shown and country as they were chosen, and they are kept', async () => {
  const { desk } = await open();
  fireEvent.click(screen.getByRole('combobox', { name: 'Line' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Mobile' }));
  fireEvent.click(screen.getByRole('combobox', { name: 'Number the customer sees' }));
  fireEvent.click(await screen.findByRole('option', { name: '+52 55 5000 0101 · Sales' }));
  // Until one is chosen, the country is that of the number shown.
  fireEvent.click(key('Country: Mexico, +52'));
  fireEvent.change(await screen.findByRole('textbox', { name: 'Country or code' }), { target: { value: 'chi' } });
  fireEvent.click(await screen.findByRole('option', { name: /China/ }));
  fireEvent.change(await field(), { target: { value: '5512345678' } });
  fireEvent.click(key('Call'));
  expect(orders(desk)).toEqual([
    {
      number: '5512345678',
      countryCode: '86',
      routerId: 2,
      displayNumber: { id: 4, number: '525550000101' },
      micOpen: true,
    },
  ]);
  expect(['routerNumberId', 'externalNumber', 'callCountry'].map((name) => localStorage.getItem(name))).toEqual([
    '2',
    '525550000101',
    'CN',
  ]);
});

test('[PHONE-09] what was chosen last is chosen again', async () => {
  localStorage.setItem('callCountry', 'CN');
  localStorage.setItem('routerNumberId', '2');
  localStorage.setItem('externalNumber', '525550000101');
  const desk = fakeDesk();
  await showPhone(desk);
  act(() => openDialer({ number: '13800138000' }));
  await screen.findByRole('button', { name: 'Country: China, +86' });
  await screen.findByDisplayValue('Mobile');
  fireEvent.click(key('Call'));
  expect(orders(desk)).toEqual([
    {
      number: '13800138000',
      countryCode: '86',
      routerId: 2,
      displayNumber: { id: 4, number: '525550000101' },
      micOpen: true,
    },
  ]);
});

test('[PHONE-10] the field keeps digits alone, twenty at most', async () => {
  await open();
  fireEvent.change(await field(), { target: { value: '(55) 1234-5678 x' } });
  expect((await field()).value).toBe('5512345678');
  fireEvent.change(await field(), { target: { value: '1234567890123456789012345' } });
  expect((await field()).value).toBe('12345678901234567890');
});

test('[PHONE-10] an empty number and one with # go to the phone, which says what is wrong', async () => {
  const { desk } = await open();
  fireEvent.click(key('Call'));
  fireEvent.click(key('Hash'));
  fireEvent.click(key('Call'));
  expect(orders(desk)).toMatchObject([{ number: '' }, { number: '#' }]);
});

test('[PHONE-02] the pad has the letters every telephone has and types into the number', async () => {
  await open();
  const pad = screen.getByRole('group', { name: 'Dial pad' });
  expect(
    within(pad)
      .getAllByRole('button')
      .map((one) => one.textContent),
  ).toEqual(['1', '2 ABC', '3 DEF', '4 GHI', '5 JKL', '6 MNO', '7 PQRS', '8 TUV', '9 WXYZ', '*', '0+', '#']);
  for (const name of ['5 JKL', '5 JKL', '0, hold for plus', 'Star']) fireEvent.click(key(name));
  expect((await field()).value).toBe('550*');
  fireEvent.keyDown(key('1'), { key: '7' });
  expect((await field()).value).toBe('550*7');
});

test('[PHONE-02] holding 0 begins a number with +, and that country is called', async () => {
  const { desk } = await open();
  vi.useFakeTimers();
  fireEvent.pointerDown(key('0, hold for plus'));
  act(() => vi.advanceTimersByTime(700));
  fireEvent.pointerUp(key('0, hold for plus'));
  fireEvent.click(key('0, hold for plus'));
  vi.useRealTimers();
  expect(phoneWindow.get().number).toBe('+');
  act(() => phoneWindow.set({ number: '+525512345678' }));
  fireEvent.click(key('Call'));
  expect(orders(desk)).toMatchObject([{ number: '5512345678', countryCode: '52' }]);
});

test('[PHONE-02] delete takes the last digit, holding it takes all', async () => {
  await open();
  act(() => phoneWindow.set({ number: '5512' }));
  fireEvent.click(key('Delete'));
  expect(phoneWindow.get().number).toBe('551');
  vi.useFakeTimers();
  fireEvent.pointerDown(key('Delete'));
  act(() => vi.advanceTimersByTime(700));
  expect(phoneWindow.get().number).toBe('');
});

test('[PHONE-15] Enter dials, and not again within a second', async () => {
  const { desk } = await open();
  const number = await field();
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
  fireEvent.keyDown(number, { key: 'Enter' });
  vi.setSystemTime(1_000_900);
  fireEvent.keyDown(number, { key: 'Enter' });
  expect(desk.asked).toHaveLength(1);
  vi.setSystemTime(1_001_000);
  fireEvent.keyDown(number, { key: 'Enter' });
  expect(desk.asked).toHaveLength(2);
});

test('[PHONE-01] a pasted number that says its country chooses it', async () => {
  await open();
  fireEvent.paste(await field(), { clipboardData: { getData: () => '+52 (55) 1234-5678' } });
  expect((await field()).value).toBe('5512345678');
  expect(screen.getByRole('button', { name: 'Country: Mexico, +52' })).toBeTruthy();
});

test('[PHONE-12] a line that shows no number hands none on', async () => {
  const { desk } = await open(fakeDesk(), { '/cc/api/route/v1/displayNumbers': [] });
  fireEvent.click(key('Call'));
  expect(orders(desk)).toMatchObject([{ routerId: 0, displayNumber: null }]);
});

test('[PHONE-03] [PHONE-09] the pin is remembered; a pinned phone stays when something else is clicked', async () => {
  await open();
  fireEvent.click(key('Pin'));
  expect(localStorage.getItem('fixedStatus')).toBe('true');
  fireEvent.pointerDown(document.body);
  expect(phoneWindow.get().open).toBe(true);
  fireEvent.click(key('Pin'));
  expect(localStorage.getItem('fixedStatus')).toBe('false');
  fireEvent.pointerDown(document.body);
  expect(phoneWindow.get().open).toBe(false);
});

test('[PHONE-03] Escape closes a phone that is neither pinned nor in use, wherever the focus is', async () => {
  await open();
  const elsewhere = document.body.appendChild(document.createElement('button'));
  elsewhere.focus();
  const dialog = document.body.appendChild(document.createElement('div'));
  dialog.setAttribute('role', 'menu');
  fireEvent.keyDown(elsewhere, { key: 'Escape' });
  expect(phoneWindow.get().open).toBe(true);
  dialog.remove();
  fireEvent.keyDown(elsewhere, { key: 'Escape' });
  expect(phoneWindow.get().open).toBe(false);
  expect(document.activeElement).toBe(elsewhere);
  act(() => (phoneWindow.pin(true), openDialer()));
  fireEvent.keyDown(elsewhere, { key: 'Escape' });
  expect(phoneWindow.get().open).toBe(true);
  elsewhere.remove();
});

test('[PHONE-20] a link of another page opens the phone with its number, and nothing is called before a yes', async () => {
  const desk = fakeDesk();
  await showPhone(desk);
  phoneDesk.set(desk);
  void askToCall('tel:+52-55-1234-5678');
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(desk.asked).toEqual([]);
  void askToCall('tel:+52-55-1234-5678');
  expect(await screen.findByText('Call +525512345678?')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Call' }));
  await waitFor(() => expect(orders(desk)).toMatchObject([{ number: '5512345678', countryCode: '52' }]));
  void askToCall('tel:nobody');
  expect(await screen.findByText('The link holds no number that can be called.')).toBeTruthy();
  phoneDesk.set(null);
});

test('[PHONE-03] the phone is moved by its head and never out of reach', async () => {
  await open();
  const head = screen.getByText('Available').parentElement!;
  head.setPointerCapture = () => {};
  fireEvent.pointerDown(head, { button: 0, clientX: 100, clientY: 20, pointerId: 1 });
  fireEvent.pointerMove(head, { clientX: 240, clientY: 120, pointerId: 1 });
  expect(phoneWindow.get().at).toEqual({ x: 140, y: 100 });
  fireEvent.pointerUp(head, { pointerId: 1 });
  fireEvent.pointerMove(head, { clientX: 900, clientY: 500, pointerId: 1 });
  expect(phoneWindow.get().at).toEqual({ x: 140, y: 100 });
  // And without dragging: nothing has a size here, so the window stands in the upper left corner.
  fireEvent.click(key('Move to the next corner'));
  expect(phoneWindow.get().at).toEqual({ x: innerWidth - 8, y: 8 });
});

test('[PHONE-03] pinned, it stands in the dock a page offers', async () => {
  await showPhone(fakeDesk(), {}, <aside ref={phoneDock} aria-label="customer" />);
  act(() => openDialer());
  await field();
  const dock = screen.getByRole('complementary', { name: 'customer' });
  expect(within(dock).queryByRole('dialog')).toBeNull();
  act(() => phoneWindow.pin(true));
  expect(await within(dock).findByRole('dialog', { name: 'Softphone' })).toBeTruthy();
});

test('[PHONE-04] both volumes go in steps of ten and are set at once', async () => {
  const { desk } = await open();
  fireEvent.click(key('Volume and devices'));
  const play = await screen.findByRole('slider', { name: 'Playback volume' });
  expect([
    play.getAttribute('aria-valuenow'),
    play.getAttribute('aria-valuemin'),
    play.getAttribute('aria-valuemax'),
  ]).toEqual(['100', '0', '100']);
  fireEvent.keyDown(play, { key: 'ArrowLeft' });
  fireEvent.keyDown(screen.getByRole('slider', { name: 'Call volume' }), { key: 'Home' });
  expect(desk.asked).toEqual([
    ['setVolume', 'play', 90],
    ['setVolume', 'call', 0],
  ]);
  fireEvent.click(key('More settings of the phone'));
  expect(desk.asked.at(-1)).toEqual(['openSettings']);
});

test('a phone without a microphone says so and asks for it', async () => {
  const { sound } = aPhoneView();
  const { desk } = await open(fakeDesk({ sound: { ...sound, permission: 'prompt', needsGesture: true } }));
  fireEvent.click(key('Allow'));
  fireEvent.click(key('Turn sound on'));
  expect(desk.asked).toEqual([['askPermission'], ['enable']]);
});

test('[PHONE-17] [PHONE-14] the last calls are listed, and calling back names the call it answers', async () => {
  const { desk } = await open();
  fireEvent.click(screen.getByRole('radio', { name: 'Recent' }));
  const list = await screen.findByRole('list', { name: 'Recent' });
  const rows = within(list).getAllByRole('listitem');
  expect(rows[0]!.textContent).toMatch(/Answered.*Lucía.*\+52 55 1234 5678.*01:23/);
  expect(within(rows[0]!).getByRole('img', { name: 'Sound: Good (MOS 4.2)' })).toBeTruthy();
  expect(within(rows[1]!).queryByRole('button')).toBeNull();
  fireEvent.click(within(rows[0]!).getByRole('button', { name: 'Call Lucía back' }));
  await waitFor(() =>
    expect(orders(desk)).toEqual([
      {
        number: '5512345678',
        countryCode: '52',
        routerId: 0,
        displayNumber: { id: 0, number: '' },
        callbackCallId: 'old-1',
        micOpen: true,
        customerName: 'Lucía',
      },
    ]),
  );
});

test('[PHONE-17] a masked number stays masked', async () => {
  await open(fakeDesk(), {
    [callRecordsApi.recent.path]: [
      aRecord({ number: '', displayNumber: '52******5678', hasEncrypt: true, customerName: '' }),
    ],
  });
  fireEvent.click(screen.getByRole('radio', { name: 'Recent' }));
  expect((await screen.findByRole('list', { name: 'Recent' })).textContent).toContain('+52 ** **** 5678');
});

test.each(['Recent', 'Search'])(
  '[PHONE-14] [SEC-01] whoever sees only stars calls back with them and the call they belong to: %s',
  async (tab) => {
    const masked = aRecord({
      number: '',
      displayNumber: '52******5678',
      country: 'MX',
      hasEncrypt: true,
      customerName: '',
    });
    const { desk } = await open(fakeDesk(), {
      [callRecordsApi.recent.path]: [masked],
      [callRecordsApi.page.path]: { list: [masked], total: 1, totalCapped: false },
    });
    fireEvent.click(screen.getByRole('radio', { name: tab }));
    fireEvent.click(await screen.findByRole('button', { name: 'Call +52 ** **** 5678 back' }));
    await waitFor(() =>
      expect(orders(desk)).toMatchObject([{ number: '52******5678', countryCode: '', callbackCallId: 'old-1' }]),
    );
    expect(whyNotDial(aPhoneView().phone, orders(desk)[0] as DialOrder)).toBeNull();
  },
);

test('[PHONE-07] the search begins with today, ten a page, and asks for every field', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-15T12:00:00Z') });
  const { asked } = await open();
  const last = () => asked.filter(({ url }) => url === callRecordsApi.page.path).at(-1)?.body;
  fireEvent.click(screen.getByRole('radio', { name: 'Search' }));
  await screen.findByText('1 of 2');
  expect(last()).toEqual({ page: 1, size: 10, startDate: '2026-11-15', endDate: '2026-11-15' });
  fireEvent.click(key('Next page'));
  await waitFor(() => expect(last()).toMatchObject({ page: 2 }));
  fireEvent.click(key('Last 7 days'));
  await waitFor(() => expect(last()).toEqual({ page: 1, size: 10, startDate: '2026-11-09', endDate: '2026-11-15' }));
  fireEvent.click(key('Last 30 days'));
  await waitFor(() => expect(last()).toMatchObject({ startDate: '2026-10-17' }));
  fireEvent.click(key('More filters'));
  fireEvent.change(screen.getByRole('combobox', { name: 'Direction' }), { target: { value: 'outbound' } });
  for (const [name, value] of [
    ['Customer number', '5678'],
    ['Customer name', 'Luc'],
    ['Caller', '5255'],
    ['Call id', 'old-1'],
    ['Min. seconds', '5'],
    ['Max. seconds', '90'],
  ] as const) {
    const input = screen.getByRole('searchbox', { name });
    fireEvent.change(input, { target: { value } });
    fireEvent.keyDown(input, { key: 'Enter' });
  }
  await waitFor(() =>
    expect(last()).toEqual({
      page: 1,
      size: 10,
      startDate: '2026-10-17',
      endDate: '2026-11-15',
      direction: 'outbound',
      number: '5678',
      name: 'Luc',
      caller: '5255',
      callId: 'old-1',
      min: 5,
      max: 90,
    }),
  );
});

test('a number typed with its country is taken apart', () => {
  expect([takenApart('00 62 812-345'), takenApart('5512345678'), takenApart('+999')]).toEqual([
    { iso2: 'ID', number: '812345' },
    null,
    null,
  ]);
});

test('[PHONE-01] a country is found by name, letters or code', () => {
  const all = [
    { code: '86', iso2: 'CN', name: 'China' },
    { code: '52', iso2: 'MX', name: 'México' },
    { code: '1', iso2: 'US', name: 'Estados Unidos' },
  ];
  expect(
    ['mexi', '+52', 'us', 'unid', 'zz'].map((typed) =>
      countriesMatching(all, typed)
        .map(({ iso2 }) => iso2)
        .join(),
    ),
  ).toEqual(['MX', 'MX', 'US', 'US', '']);
});
