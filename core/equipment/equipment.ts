import type { EquipmentPart } from '#shared/codes/equipment-part.ts';

/** What an equipment check found out. Null where the person has not answered yet, or nothing was tried. */
export interface EquipmentFacts {
  microphone: {
    /** Did the person see the line move while they spoke? */
    seen: boolean | null;
    name: string;
    devices: number;
    permission: 'granted' | 'denied' | 'prompt' | 'missing' | 'unsupported';
  };
  speaker: {
    /** Did the person hear the test sound? */
    heard: boolean | null;
    name: string;
    played: boolean;
  };
  browser: {
    name: string;
    system: string;
    webSockets: boolean;
    audioContext: boolean;
    microphoneAllowed: boolean;
  };
  network: {
    /** How long the server took to answer; null: it did not. */
    echoMs: number | null;
    /** 0: the socket to the server is open. 2: there is no phone in this browser that could open one. */
    socketStatus: number;
    udp: boolean | null;
    relay: 'reached' | 'unreached' | 'none' | null;
    /** The test call; null when none was made. */
    call: { answered: boolean; mos: number | null } | null;
  };
}

export const equipmentParts = [
  'microphone',
  'speaker',
  'browser',
  'network',
] as const satisfies readonly EquipmentPart[];

/** What can be wrong, in the order it is told. */
export const equipmentReasons = [
  'micUnsupported',
  'micDenied',
  'micPrompt',
  'micMissing',
  'micUnnamed',
  'micNotSeen',
  'speakerMissing',
  'speakerSilent',
  'speakerNotHeard',
  'noWebSockets',
  'noAudioContext',
  'micNotAllowed',
  'echoFailed',
  'noPhoneHere',
  'socketClosed',
  'callFailed',
  'callPoor',
] as const;
export type EquipmentReason = (typeof equipmentReasons)[number];

interface Verdict {
  normal: boolean;
  reasons: EquipmentReason[];
}
export type EquipmentVerdict = Record<EquipmentPart, Verdict>;

const verdictOf = (...found: readonly (readonly [boolean, EquipmentReason])[]): Verdict => {
  const reasons = found.filter(([isSo]) => isSo).map(([, reason]) => reason);
  return { normal: reasons.length === 0, reasons };
};

/** Normal only if nobody failed to see the line, the microphone has a name and at least one is listed (specification W5). */
export function microphoneVerdict({ seen, name, devices, permission }: EquipmentFacts['microphone']): Verdict {
  const why = {
    unsupported: 'micUnsupported',
    denied: 'micDenied',
    prompt: 'micPrompt',
    missing: 'micMissing',
    granted: null,
  } as const;
  const withheld = why[permission];
  // What the browser withholds explains all the rest.
  if (withheld) return { normal: false, reasons: [withheld] };
  if (devices < 1) return { normal: false, reasons: ['micMissing'] };
  return verdictOf([name === '', 'micUnnamed'], [seen !== true, 'micNotSeen']);
}

/** Normal only if the person heard the sound, the speaker has a name and the sound was played (specification W5). */
export function speakerVerdict({ heard, name, played }: EquipmentFacts['speaker']): Verdict {
  if (name === '') return { normal: false, reasons: ['speakerMissing'] };
  return verdictOf([!played, 'speakerSilent'], [played && heard !== true, 'speakerNotHeard']);
}

/** Normal only if there are websockets and an audio context, and the microphone was allowed (specification W5). */
export const browserVerdict = ({ webSockets, audioContext, microphoneAllowed }: EquipmentFacts['browser']): Verdict =>
  verdictOf([!webSockets, 'noWebSockets'], [!audioContext, 'noAudioContext'], [!microphoneAllowed, 'micNotAllowed']);

/** `socketStatus` where the account was not given to this browser, as when another computer has it. */
export const NO_PHONE_HERE = 2;

/** People complain below this. */
export const POOR_BELOW = 3;

/**
 * Normal only if the server answers and the socket is open (specification W5). A test call that was made and not answered, or that sounded
 * poor, is no normal network either: calls go another way than the answers of the server.
 */
export const networkVerdict = ({ echoMs, socketStatus, call }: EquipmentFacts['network']): Verdict =>
  verdictOf(
    [echoMs === null, 'echoFailed'],
    [socketStatus === NO_PHONE_HERE, 'noPhoneHere'],
    [socketStatus !== 0 && socketStatus !== NO_PHONE_HERE, 'socketClosed'],
    [call !== null && (!call.answered || call.mos === null), 'callFailed'],
    [call !== null && call.answered && call.mos !== null && call.mos < POOR_BELOW, 'callPoor'],
  );

/** All four. */
export const equipmentVerdict = ({ microphone, speaker, browser, network }: EquipmentFacts): EquipmentVerdict => ({
  microphone: microphoneVerdict(microphone),
  speaker: speakerVerdict(speaker),
  browser: browserVerdict(browser),
  network: networkVerdict(network),
});

export const isAllNormal = (verdict: EquipmentVerdict): boolean => equipmentParts.every((part) => verdict[part].normal);

/** The five troubles people come with, and where each leads (specification W2). */
export const troubles = [
  { key: 'equipment', leadsTo: 'equipment' },
  { key: 'line', leadsTo: 'lineTest' },
  { key: 'choppy', leadsTo: 'lineCheck' },
  { key: 'delay', leadsTo: 'lineCheck' },
  { key: 'dropped', leadsTo: 'lineCheck' },
] as const;
export type Trouble = (typeof troubles)[number];
