import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { callsByMobile, ringsElsewhere } from '#core/phone/phone-codes.ts';
import { CAMPAIGN_MEMBER_CHANGED } from '#features/outbound/campaigns/contract.ts';
import { useCallNumber, usePhoneView, type PhoneView } from '#features/voice/softphone/web/index.ts';
import { call, type InputOf } from '#platform/web/call.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { text } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { invalidate } from '#platform/web/use-endpoint.ts';
import { useStore } from '#platform/web/use-store.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { fromWire } from '#platform/web/zone.ts';
import { previewApi } from '../../contract.ts';
import { chooseTask, leaveCustomer, showCustomer, taskDesk } from './task-desk.ts';

/** Looks at a customer of a task: the one that was open, or another. */
async function read(customerId: number): Promise<void> {
  const left = showCustomer(await call(previewApi.open, { customerId }));
  if (left)
    toast({
      tone: 'info',
      text: text('preview.work.noteKept', { name: left.customer.customerName || spokenNumber(left.customer.phone) }),
    });
}

/** Looks again at the one who is open. Whoever has gone on to the next meanwhile, as after every result, stays there. */
async function readAgain(customerId: number): Promise<void> {
  const work = await call(previewApi.open, { customerId });
  taskDesk.update((before) => (before.work?.customer.id === customerId ? { ...before, work } : before));
}

/** Clocks differ a little, so it is looked at a moment later, and once more if need be; timers have an end. */
const [LATER_MS, AGAIN_MS, TIMER_MOST_MS] = [1_000, 30_000, 86_400_000];

/** Also at a mobile or a SIP phone, of which the server alone tells. */
const isInCallNow = ({ phone, calls }: PhoneView): boolean =>
  phone.call !== null || (ringsElsewhere(phone) && calls.length > 0);

/** Why the page cannot call for this person: their phone is somewhere else. */
const whyNoPhone = ({ phone }: PhoneView): string | null =>
  phone.account.is === 'refused' && !callsByMobile(phone) ? phone.account.tip : null;

/** Work on customers of tasks, one after the other. */
export function useTaskWork(tasks: readonly { id: number }[] | undefined) {
  const client = useQueryClient();
  const dial = useCallNumber();
  const view = usePhoneView();
  const isInCall = view !== null && isInCallNow(view);
  const noPhone = view && whyNoPhone(view);
  const now = useStore(taskDesk);
  const [busy, setBusy] = useState<string | null>(null);
  // A task that is over is nobody's choice any more.
  const taskId = tasks?.some(({ id }) => id === now.taskId) ? now.taskId : null;
  const openId = now.work?.customer.id ?? null;
  useEffect(() => {
    if (openId === null) return undefined;
    return onEvent<{ id: number }>(CAMPAIGN_MEMBER_CHANGED, ({ id }) => {
      if (id === openId) void readAgain(id).catch(() => {});
    });
  }, [openId]);
  // Once the time has come that they may be called from, it is looked at again.
  const callableAt = now.work?.callableAt ?? null;
  useEffect(() => {
    if (openId === null || callableAt === null) return undefined;
    const waitMs = Math.min(Math.max(fromWire(callableAt).getTime() - Date.now(), 0) + LATER_MS, TIMER_MOST_MS);
    const look = (): void => {
      void readAgain(openId).catch(() => {});
      timer = setTimeout(look, AGAIN_MS);
    };
    let timer = setTimeout(look, waitMs);
    return () => clearTimeout(timer);
  }, [openId, callableAt]);
  useEffect(() => {
    const { work, isOld } = taskDesk.get();
    taskDesk.update((before) => ({ ...before, isOld: false }));
    if (work && isOld) void readAgain(work.customer.id).catch(() => {});
    return () => taskDesk.update((before) => ({ ...before, isOld: true }));
  }, []);

  async function doing(name: string, deed: () => Promise<void>): Promise<void> {
    if (busy !== null) return;
    setBusy(name);
    try {
      await deed();
    } catch (error) {
      handleFailure(error);
    } finally {
      setBusy(null);
      void invalidate(previewApi.myTasks, undefined, client);
      void invalidate(previewApi.myCustomers, undefined, client);
    }
  }
  async function next({ isSaved = false } = {}): Promise<void> {
    const work = await call(previewApi.next, taskId === null ? {} : { id: taskId });
    showCustomer(work, { taskId, isThrough: work === null, isSaved });
  }
  const id = openId!;
  return {
    ...now,
    taskId,
    choose: chooseTask,
    busy,
    isInCall,
    mayCall: dial !== null && noPhone === null,
    noPhone,
    setNote: (note: string) => taskDesk.update((before) => ({ ...before, note })),
    next: () => doing('next', () => next()),
    open: (customerId: number) => doing('open', () => read(customerId)),
    /** Asked again at the server a moment before it leaves; what is dialled is what the server said. */
    callNow: () =>
      doing('call', async () => {
        const { customer } = now.work!;
        const order = await call(previewApi.call, { customerId: id });
        dial?.({
          number: order.number.replace(/^\+/, ''),
          word: customer.phoneWord === '' ? '' : order.number,
          country: customer.country,
          name: customer.customerName,
          task: { taskId: order.taskId, customerId: order.customerId, routerId: order.routerId },
        });
      }),
    skip: (reason: string) =>
      doing('skip', async () => {
        await call(previewApi.skip, { customerId: id, reason });
        await next({ isSaved: true });
      }),
    result: (part: Omit<InputOf<typeof previewApi.result>, 'customerId'>) =>
      doing('result', async () => {
        await call(previewApi.result, { customerId: id, ...part });
        await next({ isSaved: true });
      }),
    later: (at: string, note: string) =>
      doing('later', async () => {
        await call(previewApi.followUp, { customerId: id, at, ...(note.trim() ? { note: note.trim() } : {}) });
        await next({ isSaved: true });
      }),
    /** A colleague takes over, and the next comes. */
    handOn: (colleague: { id: number; name: string }) =>
      doing('handOn', async () => {
        const { task, customer } = now.work!;
        // What was typed goes along: whoever takes over reads it.
        const note = now.note.trim();
        if (note !== customer.note) await call(previewApi.result, { customerId: id, note, done: false });
        await call(previewApi.transferToAgent, { id: task.id, customerIds: [id], agentId: colleague.id });
        toast({ tone: 'success', text: text('preview.work.handedOn', { name: colleague.name }) });
        await next({ isSaved: true });
      }),
    giveBack: () =>
      doing('giveBack', async () => {
        await call(previewApi.giveBack, { customerId: id });
        leaveCustomer();
      }),
  };
}
export type TaskWorkDesk = ReturnType<typeof useTaskWork>;
