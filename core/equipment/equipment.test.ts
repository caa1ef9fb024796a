import { expect, test } from 'vitest';
import {
  browserVerdict,
  equipmentReasons,
  equipmentVerdict,
  isAllNormal,
  microphoneVerdict,
  networkVerdict,
  speakerVerdict,
  troubles,
  type EquipmentFacts,
} from './equipment.ts';

const fine: EquipmentFacts = {
  microphone: { seen: true, name: 'Headset', devices: 1, permission: 'granted' },
  speaker: { heard: true, name: 'Headset', played: true },
  browser: { name: 'Chrome', system: 'Windows', webSockets: true, audioContext: true, microphoneAllowed: true },
  network: { echoMs: 30, socketStatus: 0, udp: true, relay: 'none', call: { answered: true, mos: 4.4 } },
};

test('[EQUIP-02] where nothing is wrong all four are normal', () => {
  expect(isAllNormal(equipmentVerdict(fine))).toBe(true);
});

test.each([
  [{}, []],
  [{ seen: false }, ['micNotSeen']],
  [{ seen: null }, ['micNotSeen']],
  [{ name: '' }, ['micUnnamed']],
  [{ devices: 0 }, ['micMissing']],
  [{ name: '', seen: false }, ['micUnnamed', 'micNotSeen']],
  [{ permission: 'denied', devices: 0, name: '' }, ['micDenied']],
  [{ permission: 'prompt' }, ['micPrompt']],
  [{ permission: 'missing', devices: 0 }, ['micMissing']],
  [{ permission: 'unsupported' }, ['micUnsupported']],
] as [Partial<EquipmentFacts['microphone']>, string[]][])(
  '[EQUIP-05] [EQUIP-04] a microphone with %j: %j',
  (part, reasons) => {
    expect(microphoneVerdict({ ...fine.microphone, ...part })).toEqual({ normal: reasons.length === 0, reasons });
  },
);

test.each([
  [{}, []],
  [{ heard: false }, ['speakerNotHeard']],
  [{ heard: null }, ['speakerNotHeard']],
  [{ played: false, heard: null }, ['speakerSilent']],
  [{ name: '' }, ['speakerMissing']],
] as [Partial<EquipmentFacts['speaker']>, string[]][])(
  '[EQUIP-05] [EQUIP-04] a speaker with %j: %j',
  (part, reasons) => {
    expect(speakerVerdict({ ...fine.speaker, ...part })).toEqual({ normal: reasons.length === 0, reasons });
  },
);

test.each([
  [{}, []],
  [{ webSockets: false }, ['noWebSockets']],
  [{ audioContext: false }, ['noAudioContext']],
  [{ microphoneAllowed: false }, ['micNotAllowed']],
  [
    { webSockets: false, audioContext: false, microphoneAllowed: false },
    ['noWebSockets', 'noAudioContext', 'micNotAllowed'],
  ],
] as [Partial<EquipmentFacts['browser']>, string[]][])('[EQUIP-05] a browser with %j: %j', (part, reasons) => {
  expect(browserVerdict({ ...fine.browser, ...part })).toEqual({ normal: reasons.length === 0, reasons });
});

test.each([
  [{}, []],
  [{ call: null }, []],
  [{ echoMs: null }, ['echoFailed']],
  [{ socketStatus: 1 }, ['socketClosed']],
  [{ socketStatus: 2 }, ['noPhoneHere']],
  [{ echoMs: null, socketStatus: 3 }, ['echoFailed', 'socketClosed']],
  [{ call: { answered: false, mos: null } }, ['callFailed']],
  [{ call: { answered: true, mos: null } }, ['callFailed']],
  [{ call: { answered: true, mos: 2.99 } }, ['callPoor']],
  [{ call: { answered: true, mos: 3 } }, []],
  [{ udp: false, relay: 'unreached' }, []],
] as [Partial<EquipmentFacts['network']>, string[]][])('[EQUIP-05] a network with %j: %j', (part, reasons) => {
  expect(networkVerdict({ ...fine.network, ...part })).toEqual({ normal: reasons.length === 0, reasons });
});

test('[EQUIP-01] five troubles: the first leads to the devices, the second begins a line test, the others open the line check', () => {
  expect(troubles.map(({ leadsTo }) => leadsTo)).toEqual([
    'equipment',
    'lineTest',
    'lineCheck',
    'lineCheck',
    'lineCheck',
  ]);
});

test('[EQUIP-02] every reason is one a person can be told', () => {
  expect(new Set(equipmentReasons).size).toBe(equipmentReasons.length);
});
