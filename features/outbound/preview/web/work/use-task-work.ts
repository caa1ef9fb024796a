import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { CAMPAIGN_MEMBER_CHANGED } from '#features/outbound/campaigns/contract.ts';
import { useCallNumber, usePhoneView } from '#features/voice/softphone/web/index.ts';
import { call, type InputOf } from '#platform/web/call.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { createStore } from '#platform/web/store.ts';
import { invalidate } from '#platform/web/use-endpoint.ts';
import { useStore } from '#platform/web/use-store.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { previewApi, type PreviewWork } from '../../contract.ts';

interface Desk {
  /** Whom the agent has before their eyes. */
  work: PreviewWork | null;
  /** What was typed of them, until it is saved. */
  note: string;
  /** There was nobody more when last asked. */
  isThrough: boolean;
}

const nothing: Desk = { work: null, note: '', isThrough: false };
/** Stays while the call is looked at, or another page. */
const desk = createStore<Desk>(nothing);

/** For tests, and for whoever signs in next in this tab. */
export const clearTaskDesk = (): void => desk.set(nothing);

/** Looks at a customer of a task: the one that was open, or another. */
async function read(customerId: number): Promise<void> {
  const work = await call(previewApi.open, { customerId });
  const isSame = desk.get().work?.customer.id === customerId;
  desk.set({ work, note: isSame ? desk.get().note : work.customer.note, isThrough: false });
}

/** Work on customers of tasks, one after the other. */
export function useTaskWork(taskId: number | null) {
  const client = useQueryClient();
  const dial = useCallNumber();
  const isInCall = Boolean(usePhoneView()?.phone.call);
  const now = useStore(desk);
  const [busy, setBusy] = useState<string | null>(null);
  const openId = now.work?.customer.id ?? null;
  useEffect(() => {
    if (openId === null) return undefined;
    return onEvent<{ id: number }>(CAMPAIGN_MEMBER_CHANGED, ({ id }) => {
      if (id === openId) void read(id).catch(() => {});
    });
  }, [openId]);

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
  async function next(): Promise<void> {
    const work = await call(previewApi.next, taskId === null ? {} : { id: taskId });
    desk.set({ work, note: work?.customer.note ?? '', isThrough: work === null });
  }
  const id = openId!;
  return {
    ...now,
    busy,
    isInCall,
    mayCall: dial !== null,
    setNote: (note: string) => desk.update((before) => ({ ...before, note })),
    next: () => doing('next', next),
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
        await next();
      }),
    result: (part: Omit<InputOf<typeof previewApi.result>, 'customerId'>) =>
      doing('result', async () => {
        await call(previewApi.result, { customerId: id, ...part });
        await next();
      }),
    later: (at: string, note: string) =>
      doing('later', async () => {
        await call(previewApi.followUp, { customerId: id, at, ...(note.trim() ? { note: note.trim() } : {}) });
        await next();
      }),
    giveBack: () =>
      doing('giveBack', async () => {
        await call(previewApi.giveBack, { customerId: id });
        desk.set(nothing);
      }),
  };
}
export type TaskWorkDesk = ReturnType<typeof useTaskWork>;
