import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SMS_RETRY_MS, smsMessage, type SmsEffect, type SmsEvent, type SmsProgress } from './sms-message.ts';

const queued: SmsProgress = { at: 'queued', tries: 0, reason: '', handedOver: false };
function play(...events: SmsEvent[]): { state: SmsProgress; effects: SmsEffect[] } {
  let state = queued;
  const effects: SmsEffect[] = [];
  for (const event of events) {
    const step = smsMessage(state, event);
    state = step.state;
    effects.push(...step.effects);
  }
  return { state, effects };
}
const claimed: SmsEvent = { type: 'claimed' };
const taken: SmsEvent = { type: 'taken', handsOver: false };
const reported = (outcome: 'delivered' | 'notDelivered' | 'failed'): SmsEvent => ({
  type: 'reported',
  outcome,
  reason: 'r',
});
const refused = (kind: 'final' | 'later' | 'undecided'): SmsEvent => ({
  type: 'refused',
  kind,
  reason: 'busy',
  handsOver: false,
});

describe('[SMS-03] a message on its way', () => {
  test('is sent, then delivered, and nothing later changes that', () => {
    expect(play(claimed, taken, reported('delivered')).state.at).toBe('delivered');
    expect(
      play(claimed, taken, reported('delivered'), reported('failed'), reported('notDelivered'), taken, claimed),
    ).toEqual({ state: { at: 'delivered', tries: 1, reason: '', handedOver: false }, effects: [{ type: 'send' }] });
  });
  test('that was not delivered still may be; one that failed gave its money back once', () => {
    expect(play(claimed, taken, reported('notDelivered'), reported('delivered')).state.at).toBe('delivered');
    expect(play(claimed, taken, reported('failed'), reported('delivered'), reported('failed'))).toMatchObject({
      state: { at: 'failed' },
      effects: [{ type: 'send' }, { type: 'giveBack' }],
    });
  });
  test('whose report overtakes the answer ends right', () => {
    expect(play(claimed, reported('delivered'), taken).state.at).toBe('delivered');
  });
  test('is tried again later and longer, then fails', () => {
    const events = SMS_RETRY_MS.flatMap(() => [claimed, refused('later')]);
    expect(
      play(...events)
        .effects.filter((effect) => effect.type === 'tryAgain')
        .map(({ afterMs }) => afterMs),
    ).toEqual(SMS_RETRY_MS);
    expect(play(...events, claimed, refused('later'))).toMatchObject({ state: { at: 'failed', reason: 'busy' } });
    expect(play(claimed, refused('final'))).toMatchObject({
      state: { at: 'failed' },
      effects: [{ type: 'send' }, { type: 'giveBack' }],
    });
  });
  test('found half sent after a crash goes again only where that is harmless', () => {
    expect(play(claimed, { type: 'foundClaimed', repeatable: true, handsOver: false })).toMatchObject({
      state: { at: 'sending' },
      effects: [{ type: 'send' }, { type: 'send' }],
    });
    expect(play(claimed, { type: 'foundClaimed', repeatable: false, handsOver: false })).toMatchObject({
      state: { at: 'notDelivered', reason: 'undecided' },
      effects: [{ type: 'send' }],
    });
    expect(play(claimed, refused('undecided')).state).toMatchObject({ at: 'notDelivered', reason: 'undecided' });
  });
  test('that a carrier of the tenant’s own has had stays paid, whatever that carrier tells', () => {
    const gaveBack = (...events: SmsEvent[]) => play(...events).effects.some(({ type }) => type === 'giveBack');
    const over = { handsOver: true } as const;
    expect(gaveBack(claimed, { type: 'taken', ...over }, reported('failed'))).toBe(false);
    expect(gaveBack(claimed, { type: 'refused', kind: 'final', reason: 'http 400', ...over })).toBe(false);
    const busyOnce: SmsEvent[] = [claimed, { type: 'refused', kind: 'later', reason: 'http 503', ...over }];
    expect(gaveBack(...busyOnce, claimed, refused('final'))).toBe(false);
    const crashed: SmsEvent[] = [claimed, { type: 'foundClaimed', repeatable: true, ...over }];
    expect(gaveBack(...crashed, refused('final'))).toBe(false);
    expect(gaveBack(claimed, refused('later'), claimed, refused('final'))).toBe(true);
  });
  test('gives money back at most once, only when it failed, whatever happens in whatever order', () => {
    const any = fc.constantFrom<SmsEvent>(
      claimed,
      taken,
      reported('delivered'),
      reported('notDelivered'),
      reported('failed'),
      refused('final'),
      refused('later'),
      refused('undecided'),
      { type: 'foundClaimed', repeatable: true, handsOver: false },
      { type: 'foundClaimed', repeatable: false, handsOver: false },
    );
    fc.assert(
      fc.property(fc.array(any, { maxLength: 30 }), (events) => {
        const { state, effects } = play(...events);
        expect(effects.filter(({ type }) => type === 'giveBack')).toHaveLength(state.at === 'failed' ? 1 : 0);
      }),
    );
  });
});
