import { useEffect, useSyncExternalStore } from 'react';
import { callsApi } from '#features/voice/calls/contract.ts';
import type { TextKey } from '#platform/web/i18n.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { fromWire } from '#platform/web/zone.ts';
import { moreForWriting } from '../../core/writing-time.ts';
import { usePhoneDesk, type PhoneDesk } from '../desk/phone-desk.ts';
import { noteKeeper, type NoteView } from './note-keeper.ts';

export interface WrittenNote extends NoteView {
  write(text: string): void;
  /** Closes it: what is typed next is another note. */
  finish(): void;
  isFinishing: boolean;
}

/** What this person writes about a call. It saves itself, and whoever writes after a call gets more time for it. */
export function useNote(callId: string, { done, onDone }: { done: TextKey; onDone?: () => void }): WrittenNote {
  const keeper = noteKeeper(callId);
  const view = useSyncExternalStore(keeper.watch, keeper.view);
  const desk = usePhoneDesk();
  // Whoever leaves it, or loses it with the end of the work after the call, has said enough.
  useEffect(() => () => void keeper.saveNow(), [keeper]);
  const save = useCommand(callsApi.note, {
    invalidates: [callsApi.notes, callsApi.customerNotes],
    done,
    onDone: () => {
      keeper.finished();
      onDone?.();
    },
  });
  return {
    ...view,
    write(text) {
      keeper.write(text);
      if (desk) giveTime(desk, callId);
    },
    finish() {
      const text = view.text.trim();
      if (text !== '' && !save.isPending) save.mutate({ callId, text, draftKey: view.draftKey });
    },
    isFinishing: save.isPending,
  };
}

/** The end that was asked to be later; asked once, however fast one types. */
let asked = '';

function giveTime(desk: PhoneDesk, callId: string): void {
  const { agent, clockOffsetMs } = desk.view();
  const wrapUp = agent?.wrapUp;
  if (wrapUp?.callId !== callId || asked === `${callId} ${wrapUp.endTime}`) return;
  const [endsMs, latestMs] = [wrapUp.endTime, wrapUp.latestEndTime].map((time) => fromWire(time).getTime());
  const seconds = moreForWriting({ endsMs: endsMs!, latestMs: latestMs!, nowMs: Date.now() + clockOffsetMs });
  if (seconds === 0) return;
  asked = `${callId} ${wrapUp.endTime}`;
  desk.extendWrapUp(seconds);
}
