import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { CAMPAIGN_MEMBER_CHANGED } from '#features/outbound/campaigns/contract.ts';
import { aLiveCall, aReadyPhone, fakeDesk } from '#features/voice/softphone/web/desk.fixture.ts';
import { PhoneDeskContext, type PhoneDesk } from '#features/voice/softphone/web/index.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { deliverEvent } from '#platform/web/user-events.ts';
import { failures } from '#shared/errors.ts';
import { previewApi, type PreviewWork } from '../../contract.ts';
import { preview } from '../index.ts';
import { aTaskCustomer, aWork } from '../preview.fixture.ts';
import { clearTaskDesk } from './task-desk.ts';
import TaskWork from './task-work.tsx';
import WaitingTasks from './waiting-tasks.tsx';

beforeEach(clearTaskDesk);

const tasks = [{ id: 4, name: 'Renewals', state: 2, priority: 5, expiresAt: null, mine: 2, due: 1, free: 30 }];
const called = aWork({
  customer: aTaskCustomer({ attempts: 1, result: 1 }),
  calls: [
    {
      id: 1,
      callId: 'c',
      agentName: 'Ana',
      status: 6,
      result: 1,
      talkSec: 61,
      beganAt: '2026-11-15 10:00:00',
      endedAt: null,
    },
  ],
});

async function show({
  works = [aWork()],
  opened = called as PreviewWork | Promise<PreviewWork>,
  at = '/workBench',
  list = tasks as unknown[],
  colleagues = [] as unknown[],
  desk = null as PhoneDesk | null,
  page = (<TaskWork />) as ReactNode,
} = {}) {
  const queue: (PreviewWork | null)[] = [...works];
  const asked = fakeServer(({ url }) => ({
    data: url.startsWith(previewApi.myTasks.path)
      ? list
      : url.startsWith(previewApi.myCustomers.path)
        ? { list: [aTaskCustomer({ isFollowUp: true, nextAt: '2026-11-15 12:00:00' })], total: 1, totalCapped: false }
        : url.startsWith(previewApi.next.path)
          ? (queue.shift() ?? null)
          : url.startsWith(previewApi.open.path)
            ? opened
            : url.startsWith(previewApi.colleagues.path)
              ? colleagues
              : null,
  }));
  const { go } = await showPage(<PhoneDeskContext value={desk}>{page}</PhoneDeskContext>, {
    at,
    viewer: aViewer({ functions: new Set(['preview.use']) }),
    feature: preview,
  });
  return { go, sent: (path: string) => asked.filter(({ url }) => url === path).map(({ body }) => body) };
}
const alt = async (letter: string) => {
  // The customer is there a moment before the question for them is answered in full.
  await waitFor(() => expect((screen.getByRole('button', { name: 'Skip' }) as HTMLButtonElement).disabled).toBe(false));
  fireEvent.keyDown(document.body, { code: `Key${letter}`, altKey: true });
};

test('[TASK-01] the next customer comes with what is known and the script; a skip needs a reason', async () => {
  const { sent } = await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Next customer' }));
  const customer = await screen.findByRole('article', { name: 'Customer of a task' });
  expect(within(customer).getByRole('heading', { name: 'Lucía Prado' })).toBeTruthy();
  expect(within(customer).getByText('Family')).toBeTruthy();
  expect(within(customer).getByText('Good morning, Lucía')).toBeTruthy();
  await alt('K');
  const reason = await screen.findByRole('textbox', { name: /Why this customer is skipped/ });
  fireEvent.submit(reason.closest('form')!);
  expect(sent(previewApi.skip.path)).toEqual([]);
  fireEvent.change(reason, { target: { value: 'Moved abroad' } });
  fireEvent.submit(reason.closest('form')!);
  await waitFor(() => expect(sent(previewApi.skip.path)).toEqual([{ customerId: 11, reason: 'Moved abroad' }]));
  expect(await screen.findByText('Nobody is left for now.')).toBeTruthy();
});

test('[TASK-01] what is asked is left by Escape, with the focus where it was asked', async () => {
  await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Next customer' }));
  await screen.findByRole('article');
  await alt('K');
  fireEvent.keyDown(await screen.findByRole('textbox', { name: /Why this customer is skipped/ }), { key: 'Escape' });
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Skip' }));
});

const rung = (failure: 'sipPhoneInstead' | 'mobileInstead') =>
  aReadyPhone({ account: { is: 'refused', code: failures[failure].code, tip: 'Your calls ring elsewhere.' } });

test('[TASK-01] whose calls ring at a SIP phone is told so instead of calling', async () => {
  await show({ desk: fakeDesk({ phone: rung('sipPhoneInstead') }) });
  fireEvent.click(await screen.findByRole('button', { name: 'Next customer' }));
  expect(await screen.findByText('Your calls ring elsewhere.')).toBeTruthy();
  expect((screen.getByRole('button', { name: 'Call' }) as HTMLButtonElement).disabled).toBe(true);
});

test('[TASK-01] while the mobile is in a call nobody is skipped or called', async () => {
  const desk = fakeDesk({ phone: rung('mobileInstead') });
  await show({ desk });
  fireEvent.click(await screen.findByRole('button', { name: 'Next customer' }));
  const deed = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
  await waitFor(() => expect(deed('Call').disabled).toBe(false));
  act(() => desk.show({ calls: [aLiveCall()] }));
  expect([deed('Call').disabled, deed('Skip').disabled]).toEqual([true, true]);
});

test('[TASK-01] a task that waits is the one the next customer comes from', async () => {
  const page = (
    <>
      <WaitingTasks />
      <TaskWork />
    </>
  );
  await show({ page });
  const task = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Task' });
  expect(task.value).toBe('');
  fireEvent.click(await screen.findByRole('link', { name: /Renewals/ }));
  await waitFor(() => expect(task.value).toBe('4'));
});

test('[TASK-01] what came of a call is noted by keyboard, and the next one follows', async () => {
  const { sent } = await show({
    works: [called, aWork({ customer: aTaskCustomer({ id: 12, customerName: 'Iván Soto' }) })],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Next customer' }));
  const note = await screen.findByRole('textbox', { name: 'What came of it' });
  expect(document.activeElement).toBe(note);
  fireEvent.change(note, { target: { value: 'Renews' } });
  fireEvent.keyDown(note, { key: 'Enter', ctrlKey: true });
  await waitFor(() => expect(sent(previewApi.result.path)).toEqual([{ customerId: 11, done: true, note: 'Renews' }]));
  expect(await screen.findByRole('heading', { name: 'Iván Soto' })).toBeTruthy();
});

test('[TASK-01] news of a customer that come late leave the next one where they are', async () => {
  const asked = Promise.withResolvers<PreviewWork>();
  const works = [called, aWork({ customer: aTaskCustomer({ id: 12, customerName: 'Iván Soto' }) })];
  const { sent } = await show({ works, opened: asked.promise });
  fireEvent.click(await screen.findByRole('button', { name: 'Next customer' }));
  const note = await screen.findByRole('textbox', { name: 'What came of it' });
  await waitFor(() =>
    expect((screen.getByRole('button', { name: /^Done/ }) as HTMLButtonElement).disabled).toBe(false),
  );
  fireEvent.keyDown(note, { key: 'Enter', ctrlKey: true });
  // The server tells of the result that was just noted.
  act(() => deliverEvent(CAMPAIGN_MEMBER_CHANGED, { id: 11, campaignId: 4 }));
  expect(await screen.findByRole('heading', { name: 'Iván Soto' })).toBeTruthy();
  expect(sent(previewApi.open.path)).toHaveLength(1);
  await act(async () => asked.resolve(called));
  expect(screen.getByRole('heading', { name: 'Iván Soto' })).toBeTruthy();
});

test('[TASK-01] a call is promised for later, and not for a moment that is over', async () => {
  const { sent } = await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Next customer' }));
  await screen.findByRole('article');
  await alt('O');
  const form = await screen.findByRole('form', { name: 'Call later' });
  fireEvent.change(within(form).getByLabelText(/At this time/), { target: { value: '2020-01-01T10:00' } });
  fireEvent.submit(form);
  expect(await within(form).findByText('This moment is over.')).toBeTruthy();
  expect(sent(previewApi.followUp.path)).toEqual([]);
  fireEvent.click(within(form).getByRole('button', { name: 'Tomorrow at this time' }));
  await waitFor(() => expect(sent(previewApi.followUp.path)).toMatchObject([{ customerId: 11 }]));
});

test('who may not be called now is shown with why and from when on they may', async () => {
  await show({ works: [aWork({ blocked: 'hours', callableAt: '2026-11-16 15:00:00' })] });
  fireEvent.click(await screen.findByRole('button', { name: 'Next customer' }));
  expect((await screen.findByText(/outside calling hours/)).textContent).toContain('From Nov 16, 2026');
  expect((screen.getByRole('button', { name: 'Call' }) as HTMLButtonElement).disabled).toBe(true);
});

test('[TASK-01] the end of a call shows its result by itself', async () => {
  await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Next customer' }));
  await screen.findByRole('article');
  expect(screen.queryByRole('textbox', { name: 'What came of it' })).toBeNull();
  act(() => deliverEvent(CAMPAIGN_MEMBER_CHANGED, { id: 11, campaignId: 4 }));
  expect(await screen.findByText('Talked')).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'What came of it' })).toBeTruthy();
});

test('[TASK-01] a customer the address names is opened, and one’s own are taken out of turn', async () => {
  const { sent } = await show({ at: '/workBench?tabIndex=task&customer=11' });
  expect(await screen.findByText('Talked')).toBeTruthy();
  expect(sent(previewApi.open.path)).toEqual([{ customerId: 11 }]);
});

test('[TASK-01] a note that is not saved is kept when another customer is opened, and there again with its own', async () => {
  const other = aWork({ customer: aTaskCustomer({ id: 12, customerName: 'Iván Soto', attempts: 1 }) });
  const { sent, go } = await show({ works: [called, called], opened: other });
  fireEvent.click(await screen.findByRole('button', { name: 'Next customer' }));
  fireEvent.change(await screen.findByRole('textbox', { name: 'What came of it' }), { target: { value: 'Wants' } });
  await waitFor(() =>
    expect((screen.getByRole('button', { name: 'Hand on' }) as HTMLButtonElement).disabled).toBe(false),
  );
  act(() => go('/workBench?tabIndex=task&customer=12'));
  expect(await screen.findByRole('heading', { name: 'Iván Soto' })).toBeTruthy();
  const note = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'What came of it' });
  expect(note().value).toBe('');
  await waitFor(() =>
    expect((screen.getByRole('button', { name: /^Done/ }) as HTMLButtonElement).disabled).toBe(false),
  );
  fireEvent.keyDown(note(), { key: 'Enter', ctrlKey: true });
  expect(await screen.findByRole('heading', { name: 'Lucía Prado' })).toBeTruthy();
  expect(note().value).toBe('Wants');
  expect(sent(previewApi.open.path)).toEqual([{ customerId: 12 }]);
});

test('[TASK-01] a customer is handed on to a colleague of the task, and the next one comes', async () => {
  const next = aWork({ customer: aTaskCustomer({ id: 12, customerName: 'Iván Soto' }) });
  const { sent } = await show({ works: [aWork(), next], colleagues: [{ id: 9, name: 'Bruno' }] });
  fireEvent.click(await screen.findByRole('button', { name: 'Next customer' }));
  const hand = await screen.findByRole<HTMLButtonElement>('button', { name: 'Hand on' });
  await waitFor(() => expect(hand.disabled).toBe(false));
  fireEvent.click(hand);
  const choice = await screen.findByRole('combobox', { name: /^Colleague who takes over/ });
  fireEvent.click(choice);
  fireEvent.click(await screen.findByRole('option', { name: 'Bruno', hidden: true }));
  fireEvent.click(screen.getByRole('button', { name: 'Hand this customer on' }));
  await waitFor(() =>
    expect(sent(previewApi.transferToAgent.path)).toEqual([{ id: 4, customerIds: [11], agentId: 9 }]),
  );
  expect(await screen.findByRole('heading', { name: 'Iván Soto' })).toBeTruthy();
  expect(sent(previewApi.result.path), 'nothing was typed').toEqual([]);
});

test('[TASK-01] what was typed of a customer who is handed on is saved for the colleague', async () => {
  const { sent } = await show({ works: [called], colleagues: [{ id: 9, name: 'Bruno' }] });
  fireEvent.click(await screen.findByRole('button', { name: 'Next customer' }));
  fireEvent.change(await screen.findByRole('textbox', { name: 'What came of it' }), { target: { value: 'Wants ' } });
  const hand = screen.getByRole<HTMLButtonElement>('button', { name: 'Hand on' });
  await waitFor(() => expect(hand.disabled).toBe(false));
  fireEvent.click(hand);
  fireEvent.click(await screen.findByRole('combobox', { name: /^Colleague who takes over/ }));
  fireEvent.click(await screen.findByRole('option', { name: 'Bruno', hidden: true }));
  fireEvent.click(screen.getByRole('button', { name: 'Hand this customer on' }));
  await waitFor(() => expect(sent(previewApi.transferToAgent.path)).toHaveLength(1));
  expect(sent(previewApi.result.path)).toEqual([{ customerId: 11, note: 'Wants', done: false }]);
});

test('[TASK-01] once the time has come, whether they may be called is asked again', async () => {
  const { sent } = await show({
    works: [aWork({ blocked: 'hours', callableAt: '2020-01-01 15:00:00' })],
    opened: aWork(),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Next customer' }));
  expect(await screen.findByText(/outside calling hours/)).toBeTruthy();
  await waitFor(() => expect(sent(previewApi.open.path)).toEqual([{ customerId: 11 }]), { timeout: 5_000 });
  await waitFor(() => expect(screen.queryByText(/outside calling hours/)).toBeNull());
});

test('[TASK-01] without a task the part says when one comes', async () => {
  await show({ list: [] });
  expect(await screen.findByText('No task for you now')).toBeTruthy();
});
