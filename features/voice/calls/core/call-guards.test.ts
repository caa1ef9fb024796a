import { expect, test } from 'vitest';
import { ana, anInbound, CALLER, offerTo, play, type Played } from './call-player.fixture.ts';

const outcomes = (played: Played) =>
  played.effects.flatMap((effect) => (effect.type === 'close' ? [effect.end.outcome] : []));
const said = (played: Played) => played.effects.flatMap((effect) => (effect.type === 'play' ? [effect.playId] : []));
const why = (played: Played) => played.effects.flatMap((effect) => (effect.type === 'leaveLine' ? [effect.why] : []));

/** Somebody in line who does not show their number. */
function withheld(): Played {
  const call = anInbound();
  const played = play({ ...call, facts: { ...call.facts, customerNumber: '' } });
  played.send({ type: 'placed', mayCallBack: true, language: null, wrapUpMs: null });
  played.send({ type: 'legAnswered', leg: CALLER });
  return played;
}

test('[CC-16] a caller who hides their number is promised no callback, which could not be kept', () => {
  const pressed = withheld();
  expect(JSON.stringify(pressed.effects)).not.toContain('queue.callback');
  pressed.send({ type: 'keyPressed', leg: CALLER, key: '1' });
  expect(pressed.call()).toMatchObject({ at: 'queued' });
  expect(why(pressed)).toEqual([]);
  const overflowed = withheld();
  overflowed.send({ type: 'overflow', to: { kind: 'callback' } });
  expect(overflowed.call()).toMatchObject({ at: 'voicemail' });
  expect(said(overflowed)).not.toContain('callback.promised');
  expect(why(overflowed)).toEqual(['voicemail']);
  overflowed.ends(CALLER);
  expect(outcomes(overflowed)).toEqual(['abandoned']);
});

test('[CALL-09] a supervisor listens to an agent, not to the customer and whoever outside they were handed to', () => {
  const played = play(anInbound());
  played.send({ type: 'placed', mayCallBack: false, language: null, wrapUpMs: null });
  played.send({ type: 'legAnswered', leg: CALLER });
  played.send(offerTo(ana));
  played.send({ type: 'legAnswered', leg: played.leg('agent') });
  played.send({ type: 'monitorAsked', userId: 3, sipNum: '70003', name: 'Sofia', mode: 'whisper' });
  const supervisor = played.leg('supervisor');
  played.send({ type: 'legAnswered', leg: supervisor });
  played.send({
    type: 'transferAsked',
    kind: 'blind',
    to: { kind: 'number', number: '525587654321', trunks: [{ id: 1, name: 'a' }], displayNumber: '525550000101' },
    reportTo: null,
  });
  const effects = played.send({ type: 'legAnswered', leg: played.leg('third') });
  expect(effects.filter(({ type }) => type === 'monitor')).toEqual([]);
  expect(played.legs.has(supervisor)).toBe(false);
  expect(played.news(3)).toEqual(['monitoring', 'monitoringEnded']);
  expect(played.call()).toMatchObject({ at: 'talking' });
});
