import { expect, test } from 'vitest';
import type { LineMedia } from '#core/call/line-media.ts';
import type { RecordingWord } from '#core/call/recording-rules.ts';
import {
  aCampaignCall,
  ana,
  aCallback,
  anInbound,
  anInternal,
  anOutbound,
  CALLER,
  offerTo,
  play,
  type Played,
} from './call-player.fixture.ts';
import { notes, only } from './call-scenes.fixture.ts';

const saying = (word: RecordingWord) => ({ countries: [], otherwise: word, unknown: word });
const plain: LineMedia = {
  musicSoundId: null,
  welcomeSoundId: null,
  repeat: null,
  agentSoundId: null,
  consentSoundId: null,
  recordingRules: null,
};
const recorded = (played: Played): number => only(played.effects, 'record').length;
const said = (played: Played): unknown[] => only(played.effects, 'play').map(({ sound }) => sound);
const hasPlayed = (played: Played, playId = 'recordingWord') =>
  played.send({ type: 'played', leg: played.leg('customer'), playId, completed: true });
const pressed = (played: Played, key: string) => played.send({ type: 'keyPressed', leg: played.leg('customer'), key });
const outcomes = (played: Played): string[] =>
  only(played.effects, 'note').flatMap(({ event }) => (event.type === 'recordingWord' ? [event.outcome] : []));

/** Somebody calls a group; the line has words before it. */
function callsIn(word: RecordingWord, media: Partial<LineMedia> = {}): Played {
  const played = play(anInbound({ recordingRules: saying(word) }));
  played.send({ type: 'lineFound', language: null, media: { ...plain, ...media } });
  played.send({ type: 'legAnswered', leg: CALLER });
  return played;
}
function anaTakes(played: Played, media: Partial<LineMedia> = {}): void {
  const sounds = { ...plain, ...media };
  played.send({ type: 'placed', mayCallBack: false, language: null, wrapUpMs: null, media: sounds });
  played.send(offerTo(ana));
  played.send({ type: 'legAnswered', leg: played.leg('agent') });
}
const isInLine = (played: Played): boolean => only(played.effects, 'enqueue').some(({ isGreeted }) => isGreeted);

test('[CC-16] a caller of a group hears the notice before the line, and is recorded from the first word with the agent', () => {
  const played = callsIn('notice');
  expect(said(played)).toEqual([{ prompt: 'recording.notice', language: 'en-US' }]);
  expect(isInLine(played)).toBe(false);
  hasPlayed(played);
  expect(isInLine(played)).toBe(true);
  anaTakes(played);
  expect(recorded(played)).toBe(1);
  expect(outcomes(played)).toEqual(['noticed']);
});

test.each([
  ['1', 'agreed', 1],
  ['2', 'declined', 0],
] as const)('[CC-16] asked for consent, a caller who presses %s has %s', (key, outcome, count) => {
  const played = callsIn('consent');
  pressed(played, key);
  expect(isInLine(played)).toBe(true);
  anaTakes(played);
  expect(recorded(played)).toBe(count);
  expect(outcomes(played)).toEqual([outcome]);
});

test('[CC-16] who answers nothing goes on unrecorded', () => {
  const played = callsIn('consent');
  hasPlayed(played);
  expect(isInLine(played)).toBe(false);
  played.passMs(5_000);
  expect(isInLine(played)).toBe(true);
  anaTakes(played);
  expect(recorded(played)).toBe(0);
  expect(played.call().at).toBe('talking');
});

test('[CC-16] a group has rules of its own: none where the team asks, and the other way round', () => {
  const quiet = callsIn('consent', { recordingRules: saying('none') });
  expect(isInLine(quiet)).toBe(true);
  anaTakes(quiet, { recordingRules: saying('none') });
  expect(recorded(quiet)).toBe(1);
  const asking = callsIn('none', { recordingRules: saying('consent') });
  expect(said(asking)).toEqual([{ prompt: 'recording.consent', language: 'en-US' }]);
});

test('[CC-16] a called person hears the notice once both are there, the agent with them; then recording begins', () => {
  const played = play(anOutbound({ recordingRules: saying('notice') }));
  played.send({ type: 'legAnswered', leg: played.leg('customer') });
  expect(said(played)).toEqual([]);
  played.send({ type: 'legAnswered', leg: CALLER });
  expect(only(played.effects, 'play').map(({ leg }) => leg)).toEqual([played.leg('customer'), CALLER]);
  expect(recorded(played)).toBe(0);
  hasPlayed(played);
  expect(recorded(played)).toBe(1);
  expect(played.call().at).toBe('talking');
});

test('[CC-16] what a hold cut off is said again, and only then recorded', () => {
  const played = play(anOutbound({ recordingRules: saying('notice') }));
  played.send({ type: 'legAnswered', leg: played.leg('customer') });
  played.send({ type: 'legAnswered', leg: CALLER });
  played.send({ type: 'holdAsked' });
  played.send({ type: 'played', leg: played.leg('customer'), playId: 'recordingWord', completed: false });
  expect(recorded(played)).toBe(0);
  const again = played.send({ type: 'unholdAsked' });
  expect(only(again, 'play')).toHaveLength(2);
  hasPlayed(played);
  expect(recorded(played)).toBe(1);
});

test('[CC-16] a called person who does not agree is talked to all the same', () => {
  const played = play(anOutbound({ recordingRules: saying('consent') }));
  played.send({ type: 'legAnswered', leg: played.leg('customer') });
  played.send({ type: 'legAnswered', leg: CALLER });
  const effects = pressed(played, '9');
  expect(only(effects, 'stopPlaying')).toHaveLength(2);
  expect(recorded(played)).toBe(0);
  expect(played.call()).toMatchObject({ at: 'talking', recordingWord: 'declined' });
});

test('[CC-16] a promised callback obeys the country of the number it calls', () => {
  const base = aCallback();
  const recordingRules = {
    countries: [{ country: 'MX', word: 'notice' as const }],
    otherwise: 'none' as const,
    unknown: 'none' as const,
  };
  const played = play({ ...base, facts: { ...base.facts, settings: { ...base.facts.settings, recordingRules } } });
  played.send(offerTo(ana));
  played.send({ type: 'legAnswered', leg: played.leg('agent') });
  played.send({
    type: 'callbackPlanned',
    number: '525512345678',
    trunks: [{ id: 1, name: 'a' }],
    displayNumber: '5',
    routerId: 0,
  });
  played.send({ type: 'legAnswered', leg: played.leg('customer') });
  expect(recorded(played)).toBe(0);
  hasPlayed(played);
  expect(recorded(played)).toBe(1);
});

test('[CC-16] colleagues among themselves, and a team that records nothing, hear nothing of recording', () => {
  const internal = play(anInternal({ recordingRules: saying('consent') }));
  internal.send({ type: 'legAnswered', leg: internal.leg('customer') });
  expect(said(internal)).toEqual([]);
  expect(recorded(internal)).toBe(1);
  const unrecorded = play(anOutbound({ recordingRules: saying('consent'), recordCalls: false }));
  unrecorded.send({ type: 'legAnswered', leg: unrecorded.leg('customer') });
  unrecorded.send({ type: 'legAnswered', leg: CALLER });
  expect(said(unrecorded)).toEqual([]);
});

test('[CC-16] who is called for help hears no announcement, and is not recorded where one is due', () => {
  for (const [word, count] of [
    ['consent', 0],
    ['none', 1],
  ] as const) {
    const call = anOutbound({ recordingRules: saying(word) });
    const played = play({ ...call, facts: { ...call.facts, customerNumber: '911' } });
    played.send({ type: 'legAnswered', leg: played.leg('customer') });
    played.send({ type: 'legAnswered', leg: CALLER });
    expect(said(played)).toEqual([]);
    expect(recorded(played)).toBe(count);
  }
});

test('[CC-16] a flow begins to talk, and to record, after what has to be said; without consent it records nothing', () => {
  const flow = { kind: 'flow', flowId: 12, fallbackGroupId: 5 } as const;
  const agreed = play(anInbound({ recordingRules: saying('consent') }, flow));
  agreed.send({ type: 'legAnswered', leg: CALLER });
  expect(only(agreed.effects, 'runFlow')).toEqual([]);
  pressed(agreed, '1');
  expect(only(agreed.effects, 'runFlow')).toHaveLength(1);
  expect(recorded(agreed)).toBe(1);
  const declined = play(anInbound({ recordingRules: saying('consent') }, flow));
  declined.send({ type: 'legAnswered', leg: CALLER });
  pressed(declined, '2');
  declined.send({ type: 'flowAsked', askId: 1, ask: { what: 'record', on: true } });
  expect(recorded(declined)).toBe(0);
  expect(notes(declined)).toContain('flowBegan');
});

test('[CC-16] a group asks for consent in a recording of its own, before the line and in a conversation; its notice stays ours', () => {
  const own = { teamSound: 31, otherwise: { prompt: 'recording.consent', language: 'en-US' } };
  const played = callsIn('consent', { consentSoundId: 31 });
  expect(said(played)).toEqual([own]);
  pressed(played, '1');
  anaTakes(played, { consentSoundId: 31 });
  expect([recorded(played), outcomes(played)]).toEqual([1, ['agreed']]);
  expect(said(callsIn('notice', { consentSoundId: 31 }))).toEqual([{ prompt: 'recording.notice', language: 'en-US' }]);
});

test('[CC-16] whom a campaign calls hears what the group of its agents says before recording', () => {
  const media = { ...plain, recordingRules: saying('consent'), consentSoundId: 44 };
  const call = aCampaignCall(undefined, { recordCalls: true, recordingRules: saying('none') });
  const played = play({ ...call, lineMedia: media });
  played.send({ type: 'legAnswered', leg: played.leg('customer') });
  played.send(offerTo(ana));
  played.send({ type: 'legAnswered', leg: played.leg('agent') });
  expect(said(played)).toContainEqual(expect.objectContaining({ teamSound: 44 }));
  expect(recorded(played), 'nobody has agreed yet').toBe(0);
  hasPlayed(played);
  pressed(played, '1');
  expect(recorded(played)).toBe(1);
});
