import { describe, expect, test } from 'vitest';
import { endOfChannel, readAriEvent } from './ari-events.ts';

const channel = { id: 'c1', name: 'PJSIP/phone-1', state: 'Up', caller: { number: '', name: '' } };

describe('an event of ARI', () => {
  test.each([
    ['StasisStart', { channel, args: ['offered', '5551'] }, { is: 'offered', channel, to: '5551' }],
    ['StasisStart', { channel, args: ['part'] }, { is: 'started', channel }],
    ['Dial', { peer: channel, dialstatus: 'RINGING' }, { is: 'ringing', channel: 'c1' }],
    ['Dial', { peer: channel, dialstatus: 'PROGRESS' }, { is: 'early', channel: 'c1' }],
    ['Dial', { peer: channel, dialstatus: 'ANSWER' }, { is: 'answered', channel: 'c1' }],
    ['Dial', { peer: channel, dialstatus: '' }, null],
    ['ChannelStateChange', { channel }, { is: 'answered', channel: 'c1' }],
    ['ChannelStateChange', { channel: { ...channel, state: 'Ringing' } }, null],
    ['ChannelHold', { channel }, { is: 'held', channel: 'c1', held: true }],
    ['ChannelUnhold', { channel }, { is: 'held', channel: 'c1', held: false }],
    [
      'ChannelDtmfReceived',
      { channel, digit: '#', duration_ms: 160, timestamp: '1970-01-01T00:00:01.250+0000' },
      { is: 'key', channel: 'c1', key: '#', lengthMs: 160, atMs: 1_250 },
    ],
    [
      'ChannelTransfer',
      {
        referred_by: { source_channel: channel },
        refer_to: { requested_destination: { destination: 'sip:1003@openseat.test' } },
      },
      { is: 'transferAsked', channel: 'c1', to: '1003', replaces: null },
    ],
    [
      'ChannelTransfer',
      { referred_by: { source_channel: channel }, refer_to: { destination_channel: { ...channel, id: 'c2' } } },
      { is: 'transferAsked', channel: 'c1', to: '', replaces: 'c2' },
    ],
    ['PlaybackFinished', { playback: { id: 'p', state: 'done' } }, { is: 'soundOver', playback: 'p', failed: false }],
    [
      'ChannelDestroyed',
      { channel, cause: 17, tech_cause: 486 },
      { is: 'gone', channel: 'c1', cause: 17, status: 486 },
    ],
    ['ApplicationReplaced', {}, { is: 'replaced' }],
    ['ChannelVarset', { channel }, null],
  ])('%s %j', (type, more, news) => {
    expect(readAriEvent({ type, ...more })).toEqual(news);
  });
});

describe('why a leg ended that we did not end', () => {
  test.each([
    ['rung', false, { cause: 21, status: 603 }, { cause: 'rejected', sipStatus: 603, by: 'them' }],
    ['rung', false, { cause: 20, status: 480 }, { cause: 'unreachable', sipStatus: 480, by: 'them' }],
    ['rung', false, { cause: 17, status: null }, { cause: 'busy', sipStatus: 486, by: 'them' }],
    ['offered', false, { cause: 127, status: 487 }, { cause: 'cancelled', sipStatus: 487, by: 'them' }],
    ['offered', true, { cause: 16, status: null }, { cause: 'normal', sipStatus: null, by: 'them' }],
    ['rung', true, { cause: 44, status: null }, { cause: 'lost', sipStatus: null, by: 'them' }],
  ] as const)('%s, answered: %s, %j', (made, isAnswered, hangup, end) => {
    expect(endOfChannel(made, isAnswered, hangup)).toEqual(end);
  });
});
