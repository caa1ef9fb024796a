import { z } from 'zod';
import { AgentType } from '#shared/codes/agent-type.ts';
import { EncryptType } from '#shared/codes/encrypt-type.ts';
import { LineCheckState } from '#shared/codes/line-check-state.ts';
import { PhoneConversion } from '#shared/codes/phone-conversion.ts';
import { endpoint, Id, nothing, WireTime } from '#shared/endpoint.ts';
import { AgentDevice } from './contract/roster.ts';

const DeviceId = z.string().min(1).max(100);

export const WireIceServer = z.object({
  urls: z.array(z.string()),
  username: z.string().optional(),
  credential: z.string().optional(),
});

/** What a softphone works with, however it came by its account. */
const PhoneFacts = z.object({
  utcDate: WireTime,
  agentType: AgentType.schema,
  /** Seconds between two reports of a call's quality. */
  callMonitorInterval: z.number(),
  autoAnswerEnable: z.boolean(),
  iceServers: z.array(WireIceServer),
});
export type PhoneFacts = z.infer<typeof PhoneFacts>;

/** Everything a softphone needs to register and to call. The password is good for this device and this sign-in alone. */
export const SipInfo = PhoneFacts.extend({
  domain: z.string(),
  /** Websocket of the line the agent chose. */
  url: z.string(),
  endPointId: z.number(),
  /** The number of the agent's first group; empty without one. */
  groupNo: z.string(),
  sipNum: z.string(),
  email: z.string(),
  enableWrapUp: z.boolean(),
  password: z.string(),
  /** MD5(sipNum:domain:password), which is all that digest authentication needs. */
  md5Pwd: z.string(),
  ccAgent: z.string(),
  /** Calls carry it; it ends with this sign-in. */
  ccToken: z.string(),
});
export type SipInfo = z.infer<typeof SipInfo>;

export const WebCallLine = z.object({
  id: z.number(),
  /** In the caller's language. */
  name: z.string(),
  domain: z.string(),
  url: z.string(),
  utcDate: WireTime,
  is_check: LineCheckState.schema,
  endPointName: z.string(),
  email: z.string(),
  groupNo: z.string(),
  sipNum: z.string(),
  /** The agent's phone uses this one. */
  current: z.boolean(),
});
export type WebCallLine = z.infer<typeof WebCallLine>;

/** What a phone that signs in by itself is told (specification W3, softphone user-info), and what ours works with besides. */
export const PhoneUserInfo = PhoneFacts.extend({
  /** MD5(sipaccount:sipdomain:sippassword). */
  md5Pwd: z.string(),
  nxuser: z.string(),
  nxpass: z.string(),
  domain: z.string(),
  wssurl: z.string(),
  ccAgent: z.string(),
  ccToken: z.string(),
  /** Numbers of the agent's groups, with commas. */
  ccQueue: z.string(),
  username: z.string(),
  sipdomain: z.string(),
  sipaccount: z.string(),
  sippassword: z.string(),
  /** The address we see the phone at. */
  cip: z.string(),
  /** Has the tenant a number people can call? 1 or 0. */
  isdid: z.number(),
  sendsms: z.number(),
  wssserver: z.string(),
  /** 1: registrations of an earlier sign-in are void. */
  flushreg: z.number(),
});
export type PhoneUserInfo = z.infer<typeof PhoneUserInfo>;

/** Pushed to the agent's own pages when a phone setting changed; the body is an AutoAnswerSetting. */
export const AGENT_CHANGED = 'agents.changed';
export const AutoAnswerSetting = z.object({ autoAnswerEnable: z.boolean() });
export type AutoAnswerSetting = z.infer<typeof AutoAnswerSetting>;

/** Pushed to the agent's own pages when another device took the phone; pages of other devices let go of it. */
export const PHONE_TAKEN_OVER = 'agents.phoneTakenOver';
export const PhoneTakenOver = z.object({ deviceUniqueIdentification: z.string() });
export type PhoneTakenOver = z.infer<typeof PhoneTakenOver>;

/** Pushed to the agent's own pages when another phone registered with the password of their SIP phone, from this address. */
export const PHONE_REPLACED = 'agents.phoneReplaced';
export const PhoneReplaced = z.object({ address: z.string() });
export type PhoneReplaced = z.infer<typeof PhoneReplaced>;

/** What rings for me; `provenPhone` is bound to my account, empty without one. */
export const OwnDevice = z.object({ device: AgentDevice, mobileNumber: z.string(), provenPhone: z.string() });
export type OwnDevice = z.infer<typeof OwnDevice>;

export const ConvertedPhone = z.object({
  /** Stands for the number wherever one is asked for; empty when nothing is encrypted. */
  encryptPhone: z.string(),
  displayPhone: z.string(),
  /** Empty for callers whose role asks for masking. */
  realPhone: z.string(),
  hasEncrypt: z.boolean(),
});
export type ConvertedPhone = z.infer<typeof ConvertedPhone>;

const agent = <P extends string>(path: P) => `/cc/api/agent/v1/${path}` as const;
const webCall = <P extends string>(path: P) => `/cc/api/webCall/v1/${path}` as const;
const phone = <P extends string>(path: P) => `/cc/api/phone/v1/${path}` as const;

export const agentsApi = {
  sipInfo: endpoint({
    method: 'POST',
    path: agent('sipInfo'),
    access: 'signedIn',
    handlesFailures: true,
    limit: { per: 'user', max: 60, windowSec: 60 },
    summary:
      'Signs my softphone in on this device. 407 not my account, 408 switched off, 409 in use on another device, 411 no voice seat.',
    input: z.object({
      /** My e-mail address or sipNum. */
      agentName: z.string().min(1).max(254),
      deviceUniqueIdentification: DeviceId,
      /** Ends the phone on the other device instead of refusing. */
      takeOver: z.boolean().default(false),
    }),
    data: SipInfo,
  }),
  setAutoAnswer: endpoint({
    method: 'POST',
    path: agent('autoAnswer'),
    access: 'signedIn',
    summary: 'Lets my softphone answer by itself, or not.',
    input: AutoAnswerSetting,
    data: AutoAnswerSetting,
  }),
  ownDevice: endpoint({
    method: 'GET',
    path: agent('ownDevice'),
    access: 'agents.use',
    summary: 'What rings for me, and the number of my own that a code has proven.',
    input: nothing,
    data: OwnDevice,
  }),
  setOwnDevice: endpoint({
    method: 'POST',
    path: agent('ownDevice'),
    access: 'agents.use',
    summary:
      'Lets my calls ring in the page, or at the phone that is bound to my account and so proven by a code. Who has a SIP phone asks whoever gave it.',
    input: z.object({ device: z.enum(['browser', 'mobile']) }),
    data: OwnDevice,
  }),
  userInfo: endpoint({
    method: 'GET',
    path: '/api/userinfo',
    access: 'public',
    handlesFailures: true,
    limit: { per: 'address', max: 30, windowSec: 60 },
    summary: 'The SIP account of whoever proves e-mail and password by HTTP Basic authorization.',
    input: nothing,
    data: PhoneUserInfo,
  }),
  lines: endpoint({
    method: 'POST',
    path: webCall('register'),
    access: 'signedIn',
    reads: true,
    summary: 'The lines my softphone can register over.',
    input: nothing,
    data: z.array(WebCallLine),
  }),
  line: endpoint({
    method: 'POST',
    path: webCall('info'),
    access: 'signedIn',
    reads: true,
    summary: 'One line; the one I use when none is named.',
    input: z.object({ endPointId: Id.optional() }),
    data: WebCallLine,
  }),
  changeLine: endpoint({
    method: 'POST',
    path: webCall('changeLine'),
    access: 'signedIn',
    summary: 'Registers my softphone over another line from now on.',
    input: z.object({ endPointId: Id }),
    data: WebCallLine,
  }),
  convertPhone: endpoint({
    method: 'POST',
    path: phone('convert'),
    access: 'signedIn',
    reads: true,
    limit: { per: 'user', max: 300, windowSec: 60 },
    summary: 'How a number is shown to me and what stands for it (oprType 1 checks, 2 encrypts).',
    input: z.object({
      /** A number, or what stands for one. */
      originPhone: z.string().min(1).max(200),
      countryCode: z.string().max(6).default(''),
      oprType: PhoneConversion.schema,
    }),
    data: ConvertedPhone,
  }),
  encryptType: endpoint({
    method: 'GET',
    path: phone('encryptType'),
    access: 'signedIn',
    summary: 'How the tenant protects phone numbers.',
    input: nothing,
    data: z.object({ encryptType: EncryptType.schema }),
  }),
  security: endpoint({
    method: 'GET',
    path: phone('security'),
    access: 'signedIn',
    summary: 'The salt of the tenant, and whether my role sees masked data.',
    input: nothing,
    data: z.object({ salt_key: z.string(), role_need_desensitize: z.boolean() }),
  }),
};
