import { expect, test } from 'vitest';
import { carrierCall } from '../../carrier.ts';
import { openCarrierEnd } from './open-carrier-end.ts';
import type { AudioPacket, SoundEnd } from './sound-end.ts';

function open() {
  const clock = { nowMs: 0 };
  const { near, far } = carrierCall('+525512345678', '+525587654321');
  const ended: (number | null)[] = [];
  near.listener = { ended: (status) => ended.push(status) };
  const end = openCarrierEnd(near, { now: () => clock.nowMs });
  const packets: AudioPacket[] = [];
  const keys: string[] = [];
  end.listener = { packet: (packet) => packets.push(packet), key: (key) => keys.push(key) };
  const frames: Uint8Array[] = [];
  const pressed: string[] = [];
  far.listener = { frame: (frame) => frames.push(frame), key: (key) => pressed.push(key) };
  return { clock, near, far, end, packets, keys, frames, pressed, ended };
}

test('what the outside says comes as packets that count, pauses included', () => {
  const { clock, far, packets, end } = open();
  for (const at of [0, 20, 45, 58, 1_058]) {
    clock.nowMs = at;
    far.send(new Uint8Array(160));
  }
  expect(packets.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
  expect(packets.map(({ timestamp }) => timestamp - packets[0]!.timestamp)).toEqual([0, 160, 320, 480, 480 + 8_000]);
  clock.nowMs += 500;
  expect(end.quality()).toMatchObject({ packetsReceived: 5, silentMs: 500, roundTripMs: null });
});

test('what a browser says goes out in frames of 20 ms, in order, whatever its packets', () => {
  const { end, frames } = open();
  const say = (sequence: number, length: number) =>
    end.forward({ payload: new Uint8Array(length).fill(sequence), sequence, timestamp: 0, marker: false, source: 1 });
  say(1, 160);
  say(3, 160);
  say(2, 160);
  say(4, 80);
  say(5, 240);
  expect(frames.map((frame) => [frame.length, frame[0], frame[159]])).toEqual([
    [160, 1, 1],
    [160, 3, 3],
    [160, 4, 5],
    [160, 5, 5],
  ]);
});

test('[CALL-15] keys go both ways, and the rest of the signalling stays with the exchange', () => {
  const { end, far, keys, pressed, ended } = open();
  far.pressKey('4');
  end.sendKey('#', 100);
  far.hangUp();
  expect([keys, pressed, ended]).toEqual([['4'], ['#'], [null]]);
});

test('[CALL-19] a line with sound of its own hands it over: packets, keys and quality are those of its end', () => {
  const { end, far, packets, keys, frames } = open();
  const sent: unknown[] = [];
  const own: SoundEnd = {
    listener: { packet: () => {}, key: () => {} },
    forward: (packet) => void sent.push(packet.sequence),
    send: (frame) => void sent.push(frame.length),
    sendKey: (key) => void sent.push(key),
    quality: () => ({
      packetsReceived: 9,
      packetsSent: 8,
      packetsLost: 3,
      jitterMs: 2,
      roundTripMs: 40,
      remoteLossFraction: 0,
      silentMs: 0,
    }),
  };
  far.speakThrough(own);
  expect(end.quality()).toMatchObject({ packetsLost: 3, roundTripMs: 40 });
  const packet: AudioPacket = { payload: new Uint8Array(240), sequence: 7, timestamp: 0, marker: false, source: 1 };
  own.listener.packet(packet);
  own.listener.key('5');
  end.forward(packet);
  end.send(new Uint8Array(160));
  end.sendKey('9', 100);
  expect([packets, keys, frames, sent]).toEqual([[packet], ['5'], [], [7, 160, '9']]);
});
