import { expect, test } from 'vitest';
import {
  noteAsLeft,
  noteSaving,
  noteStanding,
  type NoteEffect,
  type NoteEvent,
  type NoteSaving,
} from './note-saving.ts';

type BareEvent = NoteEvent extends infer E ? (E extends { nowMs: number } ? Omit<E, 'nowMs'> : never) : never;

/** Plays events by hand, and keeps what was asked for. */
function playing(left: Parameters<typeof noteAsLeft>[0] = {}) {
  let note: NoteSaving = noteAsLeft(left);
  const saves: number[] = [];
  let waking: Extract<NoteEffect, { type: 'wake' }> | null = null;
  const send = (nowMs: number, event: BareEvent): void => {
    const step = noteSaving(note, { ...event, nowMs } as NoteEvent);
    note = step.state;
    for (const effect of step.effects)
      if (effect.type === 'save') saves.push(effect.revision);
      else waking = effect;
  };
  return {
    saves,
    send,
    typed: (nowMs: number, text: string) => send(nowMs, { type: 'typed', text }),
    wake: (nowMs: number) => send(nowMs, waking!.event as BareEvent),
    afterMs: () => waking?.afterMs,
    standing: () => noteStanding(note),
  };
}

test('[PHONE-18] a note is saved once the hands rest', () => {
  const note = playing();
  expect(note.standing()).toBe('nothing');
  note.typed(0, 'M');
  note.typed(300, 'Mo');
  expect([note.saves, note.standing()]).toEqual([[], 'writing']);
  note.wake(1_100);
  expect(note.saves).toEqual([2]);
  note.send(1_200, { type: 'saved', revision: 2 });
  expect(note.standing()).toBe('saved');
});

test('[PHONE-18] whoever never rests is saved all the same', () => {
  const note = playing();
  for (let at = 0; at <= 4_000; at += 500) note.typed(at, `words ${at}`);
  expect(note.saves).toEqual([9]);
});

test('[PHONE-18] one save at a time: what was typed meanwhile follows', () => {
  const note = playing();
  note.typed(0, 'a');
  note.wake(800);
  note.typed(900, 'ab');
  note.wake(1_700);
  expect(note.saves).toEqual([1]);
  note.send(1_800, { type: 'saved', revision: 1 });
  expect(note.standing()).toBe('writing');
  note.wake(2_600);
  expect(note.saves).toEqual([1, 2]);
});

test('[PHONE-18] without a line it waits, ever longer, and goes at once when the line is back', () => {
  const note = playing();
  note.typed(0, 'a');
  note.wake(800);
  const waits = [];
  for (let tries = 0; tries < 6; tries++) {
    note.send(1_000, { type: 'failed', isRefused: false });
    waits.push(note.afterMs());
    note.wake(1_000);
  }
  expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  expect(note.standing()).toBe('waiting');
  note.send(1_000, { type: 'failed', isRefused: false });
  note.send(1_001, { type: 'saveNow' });
  expect(note.saves).toHaveLength(8);
});

test('[PHONE-18] what the server refuses is not tried again before something else is typed', () => {
  const note = playing();
  note.typed(0, 'a');
  note.wake(800);
  note.send(900, { type: 'failed', isRefused: true });
  note.send(901, { type: 'saveNow' });
  expect([note.saves, note.standing()]).toEqual([[1], 'refused']);
  note.typed(1_000, 'ab');
  note.wake(1_800);
  expect(note.saves).toEqual([1, 2]);
});

test('[PHONE-18] a note that was left unsaved is saved by the next page', () => {
  const note = playing({ text: 'half', revision: 7, saved: 3 });
  note.send(0, { type: 'saveNow' });
  expect(note.saves).toEqual([7]);
});
