import { expect, test } from 'vitest';
import type { LineMedia } from '#core/call/line-media.ts';
import { ana, anInbound, CALLER, offerTo, play, type Played } from './call-player.fixture.ts';
import { inLine, only, types } from './call-scenes.fixture.ts';

const media: LineMedia = {
  musicSoundId: 11,
  welcomeSoundId: 12,
  repeat: { soundId: 13, everyMs: 30_000 },
  agentSoundId: 14,
  consentSoundId: null,
  recordingRules: null,
};
const placed = { type: 'placed', mayCallBack: false, language: null, wrapUpMs: null } as const;
const playIds = (played: Played): string[] => only(played.effects, 'play').map(({ playId }) => playId);
const hasPlayed = (played: Played, playId: string, completed = true) =>
  played.send({ type: 'played', leg: CALLER, playId, completed });

/** Welcomed, and in line. */
function waits(some: Partial<LineMedia> = {}): Played {
  const played = play(anInbound());
  played.send({ type: 'lineFound', language: null, media: { ...media, ...some } });
  played.send({ type: 'legAnswered', leg: CALLER });
  hasPlayed(played, 'groupWelcome');
  played.send({ ...placed, media: { ...media, ...some } });
  return played;
}

test('[CC-02] the welcome of a group is heard to its end before the line; the place is that of the arrival', () => {
  const played = play(anInbound());
  played.send({ type: 'lineFound', language: 'es-MX', media });
  expect(playIds(played)).toEqual([]);
  played.passMs(400);
  played.send({ type: 'legAnswered', leg: CALLER });
  expect(only(played.effects, 'play')).toMatchObject([
    { leg: CALLER, sound: { teamSound: 12, otherwise: { prompt: 'queue.welcome', language: 'es-MX' } } },
  ]);
  played.passMs(9_000);
  const effects = hasPlayed(played, 'groupWelcome');
  expect(only(effects, 'enqueue')).toMatchObject([{ queuedAtMs: 0, isGreeted: true }]);
  expect(types(played.send({ ...placed, media }))).not.toContain('play');
});

test('[CC-02] nothing is heard of the usual words before it is known what the line sounds like', () => {
  const played = play(anInbound());
  played.send({ type: 'legAnswered', leg: CALLER });
  expect(playIds(played)).toEqual([]);
  played.send({ ...placed, media: { ...media, welcomeSoundId: null } });
  expect(playIds(played)).toEqual(['welcome']);
});

test('[CC-02] the announcement comes again and again while they wait, and waits for what is being said', () => {
  const played = waits();
  played.passMs(29_000);
  expect(playIds(played)).toEqual(['groupWelcome']);
  played.passMs(1_000);
  expect(playIds(played)).toEqual(['groupWelcome', 'repeat']);
  played.send({ type: 'announce', position: 2 });
  hasPlayed(played, 'repeat');
  expect(playIds(played).at(-1)).toBe('position');
  played.passMs(30_000);
  expect(playIds(played).at(-1)).toBe('position');
  hasPlayed(played, 'position');
  expect(playIds(played)).toEqual(['groupWelcome', 'repeat', 'position', 'repeat']);
  hasPlayed(played, 'repeat');
  played.send(offerTo(ana));
  played.send({ type: 'legAnswered', leg: played.leg('agent') });
  played.send({ type: 'played', leg: played.leg('agent'), playId: 'agentSound', completed: true });
  const before = playIds(played).length;
  played.passMs(120_000);
  expect(playIds(played)).toHaveLength(before);
});

test('[CC-02] whoever answers hears the group’s sound first; the caller keeps the music until then', () => {
  const played = waits();
  played.send(offerTo(ana));
  const agent = played.leg('agent');
  const onAnswered = played.send({ type: 'legAnswered', leg: agent });
  expect(only(onAnswered, 'play')).toMatchObject([{ leg: agent, sound: { teamSound: 14 } }]);
  expect(types(onAnswered)).not.toContain('bridge');
  const effects = played.send({ type: 'played', leg: agent, playId: 'agentSound', completed: true });
  expect(types(effects)).toContain('bridge');
  expect(only(effects, 'offerEnded')).toMatchObject([{ outcome: 'answered' }]);
});

test('[CC-02] a long sound for the agent is cut short, and an agent who hangs up meanwhile has not answered', () => {
  const played = waits();
  played.send(offerTo(ana));
  played.send({ type: 'legAnswered', leg: played.leg('agent') });
  played.passMs(6_000);
  expect(played.call().at).toBe('talking');
  const other = waits();
  other.send(offerTo(ana));
  const agent = other.leg('agent');
  other.send({ type: 'legAnswered', leg: agent });
  other.send({ type: 'played', leg: agent, playId: 'agentSound', completed: false });
  other.ends(agent);
  expect(other.call()).toMatchObject({ at: 'queued', answeredMs: null });
  expect(other.call().queue?.tellingAgent).toBeUndefined();
});

test('[CC-02] who overflows into another group hears the music of that one', () => {
  const played = waits();
  played.send({ type: 'overflow', to: { kind: 'group', groupId: 6 } });
  const effects = played.send({
    type: 'lineChanged',
    groupId: 6,
    media: { ...media, musicSoundId: 21, repeat: null },
  });
  expect(types(effects)).toEqual(['holdWithMusic']);
  expect(played.call().lineMedia?.musicSoundId).toBe(21);
  const before = playIds(played).length;
  played.passMs(120_000);
  expect(playIds(played)).toHaveLength(before);
});

test('[CC-02] a group without sounds of its own is as it was', () => {
  const played = inLine();
  expect(playIds(played)).toEqual(['welcome']);
  expect(played.ears.get(CALLER)).toBe('music');
});
