import type { CallerIdRules } from '#core/trunk/caller-id.ts';
import type { IncomingStyle, NumberStyle } from '#core/trunk/number-style.ts';
import type { trunkTransports } from '#core/trunk/trunk-words.ts';

interface PresetGateway {
  host: string;
  port: number | null;
  transport: (typeof trunkTransports)[number] | null;
}

type Whole<Style> = { [K in keyof Style]-?: NonNullable<Style[K]> };

/** What a preset says of a trunk; the rest stays as a new trunk has it. */
interface PresetFields {
  domain: string;
  gateways: readonly PresetGateway[];
  account: { user: string; authUser: string; password: string } | null;
  register: { seconds: number } | null;
  signallingFrom?: readonly string[];
  mediaFrom?: readonly string[];
  calledNumber?: Whole<NumberStyle>;
  shownNumber?: Whole<NumberStyle>;
  dialledNumber?: Whole<IncomingStyle>;
  callerNumber?: Whole<IncomingStyle>;
  callerId?: Whole<CallerIdRules>;
  callsPerSec?: number;
}

/** Fields somebody has to fill in; the page marks them. */
export type PresetBlank = 'domain' | 'account.user' | 'account.password' | 'calledNumber.prefix';

/** What has to be done at the carrier; each has a text. */
type PresetErrand = 'addressKnown' | 'callsHere' | 'credentialList' | 'region' | 'numberFormat';

/** How a carrier is connected, as its public pages say. */
export interface CarrierPreset {
  id: string;
  /** The carrier's own name for it. */
  name: string;
  /** Pages it was read from, and when. */
  sources: readonly string[];
  readIn: string;
  fields: PresetFields;
  /** What to fill in, with what it looks like. */
  blanks: readonly { field: PresetBlank; example: string }[];
  errands: readonly PresetErrand[];
}

const NOVEMBER = '2026-11';
const plain = { country: '', cut: '', prefix: '' } as const;
const byPassword = { user: '', authUser: '', password: '' };
const numberInFrom = {
  from: 'number',
  vouched: 'asserted',
  vouchedNumber: '',
  host: '',
  hidden: 'anonymous',
  diversion: '',
} as const;
const password = [
  { field: 'account.user', example: 'acme-calls' },
  { field: 'account.password', example: '' },
] as const;

const dus: CarrierPreset = {
  id: 'dus-net',
  name: 'dus.net',
  sources: ['https://www.dus.net/de/sip'],
  readIn: NOVEMBER,
  fields: {
    domain: 'proxy.dus.net',
    gateways: [{ host: 'proxy.dus.net', port: 5060, transport: 'udp' }],
    account: byPassword,
    register: { seconds: 600 },
    signallingFrom: ['83.125.8.71'],
    mediaFrom: ['83.125.8.150', '83.125.8.154', '83.125.8.155'],
  },
  blanks: password,
  errands: ['numberFormat'],
};

const didww: CarrierPreset = {
  id: 'didww',
  name: 'DIDWW',
  sources: [
    'https://doc.didww.com/voice/outbound-trunks/outbound-sip-information.html',
    'https://doc.didww.com/voice/outbound-trunks/routing-dialing/outbound-dialing.html',
    'https://doc.didww.com/voice/inbound-trunks/sip-trunks/sip-connectivity-reference.html',
  ],
  readIn: NOVEMBER,
  fields: {
    domain: 'nyc.us.out.didww.com',
    gateways: [
      { host: 'nyc.us.out.didww.com', port: 5060, transport: 'udp' },
      { host: 'mia.us.out.didww.com', port: 5060, transport: 'udp' },
    ],
    account: byPassword,
    register: null,
    signallingFrom: [
      '46.19.209.14',
      '46.19.210.14',
      '46.19.212.14',
      '46.19.213.14',
      '46.19.214.14',
      '46.19.215.14',
      '185.238.173.14',
    ],
    calledNumber: { form: 'digits', ...plain },
    shownNumber: { form: 'digits', ...plain },
    callerId: { ...numberInFrom, vouched: 'nowhere' },
  },
  blanks: password,
  errands: ['addressKnown', 'callsHere', 'region'],
};

const flowroute: CarrierPreset = {
  id: 'flowroute',
  name: 'Flowroute',
  sources: [
    'https://support.bcmone.com/flowroute-support/docs/flowroute-service-guide-technical-specifications',
    'https://support.bcmone.com/flowroute-support/docs/set-up-ip-based-authentication-for-outbound-calls',
  ],
  readIn: NOVEMBER,
  fields: {
    domain: 'us-west-or.sip.flowroute.com',
    gateways: [{ host: 'us-west-or.sip.flowroute.com', port: null, transport: null }],
    account: null,
    register: null,
    calledNumber: { form: 'digits', ...plain },
    shownNumber: { form: 'digits', ...plain },
    callerId: numberInFrom,
  },
  blanks: [{ field: 'calledNumber.prefix', example: '12345678*' }],
  errands: ['addressKnown', 'callsHere', 'region'],
};

const sinch: CarrierPreset = {
  id: 'sinch',
  name: 'Sinch Elastic SIP Trunking',
  sources: ['https://developers.sinch.com/docs/est/test-plan', 'https://developers.sinch.com/docs/est/getting-started'],
  readIn: NOVEMBER,
  fields: {
    domain: '',
    gateways: [{ host: '', port: 5060, transport: 'udp' }],
    account: byPassword,
    register: null,
  },
  blanks: [{ field: 'domain', example: 'acme.pstn.sinch.com' }, ...password],
  errands: ['credentialList', 'callsHere', 'numberFormat'],
};

const sipgate: CarrierPreset = {
  id: 'sipgate',
  name: 'sipgate trunking',
  sources: [
    'https://help.sipgate.de/trunking/wie-setze-ich-bei-sipgate-trunking-die-absenderrufnummer',
    'https://help.sipgate.de/trunking/wie-lang-duerfen-die-rufnummern-sein-die-ich-fuer-sipgate-trunking-verwende',
  ],
  readIn: NOVEMBER,
  fields: {
    domain: 'sipconnect.sipgate.de',
    gateways: [{ host: 'sipconnect.sipgate.de', port: null, transport: null }],
    account: byPassword,
    register: { seconds: 600 },
    calledNumber: { form: 'digits', ...plain },
    shownNumber: { form: 'digits', ...plain },
    dialledNumber: { form: 'international', ...plain },
    callerId: { ...numberInFrom, from: 'account', vouched: 'preferred', hidden: 'privacyOnly' },
  },
  blanks: [
    { field: 'account.user', example: '1234567t0' },
    { field: 'account.password', example: '' },
  ],
  errands: ['numberFormat'],
};

const telnyx: CarrierPreset = {
  id: 'telnyx',
  name: 'Telnyx',
  sources: [
    'https://developers.telnyx.com/docs/voice/sip-trunking/network-configuration/ip-whitelisting',
    'https://developers.telnyx.com/docs/voice/sip-trunking/configuration/caller-id-policy',
    'https://developers.telnyx.com/docs/development/llms/calling-sip-trunking-llms-full-txt',
  ],
  readIn: NOVEMBER,
  fields: {
    domain: 'sip.telnyx.com',
    gateways: [{ host: 'sip.telnyx.com', port: null, transport: null }],
    account: byPassword,
    register: { seconds: 600 },
    calledNumber: { form: 'plus', ...plain },
    shownNumber: { form: 'plus', ...plain },
    callerId: numberInFrom,
    callsPerSec: 20,
  },
  blanks: password,
  errands: ['numberFormat'],
};

const twilio: CarrierPreset = {
  id: 'twilio',
  name: 'Twilio Elastic SIP Trunking',
  sources: [
    'https://www.twilio.com/docs/sip-trunking/ip-addresses',
    'https://www.twilio.com/docs/sip-trunking/sending-sip-to-twilio-best-practices',
  ],
  readIn: NOVEMBER,
  fields: {
    domain: '',
    gateways: [{ host: '', port: null, transport: 'udp' }],
    account: byPassword,
    register: null,
    signallingFrom: [
      '54.172.60.0/30',
      '54.244.51.0/30',
      '54.171.127.192/30',
      '35.156.191.128/30',
      '54.65.63.192/30',
      '54.169.127.128/30',
      '54.252.254.64/30',
      '177.71.206.192/30',
    ],
    mediaFrom: ['168.86.128.0/18'],
    calledNumber: { form: 'plus', ...plain },
    shownNumber: { form: 'plus', ...plain },
    callerId: numberInFrom,
  },
  blanks: [{ field: 'domain', example: 'acme.pstn.twilio.com' }, ...password],
  errands: ['credentialList', 'callsHere'],
};

const vonage: CarrierPreset = {
  id: 'vonage',
  name: 'Vonage SIP Trunking',
  sources: [
    'https://developer.vonage.com/en/sip/technical-details',
    'https://cloud.google.com/contact-center/ccai-platform/docs/byoc-ip-allow-list',
  ],
  readIn: NOVEMBER,
  fields: {
    domain: '',
    gateways: [{ host: '', port: null, transport: null }],
    account: byPassword,
    register: null,
    signallingFrom: [0, 1, 2, 3, 4, 5].flatMap((net) => [`216.147.${net}.1`, `216.147.${net}.2`]),
    mediaFrom: ['216.147.0.0/18', '168.100.64.0/18'],
    calledNumber: { form: 'digits', ...plain },
    shownNumber: { form: 'digits', ...plain },
    callerId: { ...numberInFrom, vouched: 'nowhere' },
  },
  blanks: [{ field: 'domain', example: 'acme.sip-us.vonage.com' }, ...password],
  errands: ['credentialList', 'callsHere'],
};

/** Carriers whose public pages were read, by name. Only what stood there is set; addresses change, so each names its pages. */
export const carrierPresets: readonly CarrierPreset[] = [didww, dus, flowroute, sinch, sipgate, telnyx, twilio, vonage];

export const presetOf = (id: string): CarrierPreset | null => carrierPresets.find((preset) => preset.id === id) ?? null;
