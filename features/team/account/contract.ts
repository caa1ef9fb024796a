import { z } from 'zod';
import { endpoint, Id, nothing, WireTime, type Limit } from '#shared/endpoint.ts';

/*
 * How a person gets in:
 *   register  → code by mail → register_verification → signed in as owner of a new tenant
 *   login     → (captcha after failures, unless the browser is known) → (second factor) → signed in
 *   verify_code/send → contact_verification → proof → reset_pass, bind_phone or change_email
 * No answer tells whether an address is known.
 */

export const Email = z.string().trim().toLowerCase().pipe(z.email().max(254));
/** E.164 with the plus. */
export const PhoneNumber = z.string().regex(/^\+[1-9]\d{6,14}$/);
export const PASSWORD_MIN = 10;
export const Password = z.string().min(PASSWORD_MIN).max(200);
const Code = z.string().regex(/^\d{6}$/);
/** A whole office may sit behind one address; a machine that sends messages to strangers is stopped. */
const MESSAGES: Limit = { per: 'address', max: 60, windowSec: 600 };
const Captcha = { captchaId: z.string().max(64).optional() };
/** What a browser says about itself: the name it gave itself, and the mark it got with its last sign-in. */
export const BrowserFields = {
  deviceUniqueIdentification: z.string().max(100).optional(),
  deviceMark: z.string().max(100).optional(),
};

/** Pushed to somebody whose new contact gets no code: no carrier took it, twice. The body is `{ purpose }`. */
export const CODE_FAILED = 'account.codeFailed';

export const CodePurpose = z.enum(['resetPassword', 'bindPhone', 'changeEmail']);
export type CodePurpose = z.infer<typeof CodePurpose>;

/** The mark is to be kept and shown with the next sign-in: a browser that is known is not shut out by what strangers do. */
export const SignedIn = z.object({ token: z.string(), deviceMark: z.string().optional() });

/**
 * A session, or what still stands between the password and it. `newPassword`: somebody else gave it, and it is to be
 * replaced first (`firstPassword` takes the ticket, and answers with what comes next). `proof`: the person shows the second factor they have;
 * `enrolment`: they have none yet, and their role asks for one. The ticket is good for ten minutes, once, and in the
 * browser that showed the password alone; `team/second-factor` takes it.
 */
export const SignInAnswer = SignedIn.partial({ token: true }).extend({
  secondStep: z.object({ kind: z.enum(['newPassword', 'proof', 'enrolment']), ticket: z.string() }).optional(),
});
export type SignInAnswer = z.infer<typeof SignInAnswer>;

export const UserInfo = z.object({
  id: z.number(),
  email: z.string(),
  phone: z.string().nullable(),
  company: z.string(),
  tenantId: z.number(),
  tenantName: z.string(),
  tenantNickName: z.string(),
  /** The role of system id 5. */
  roleName: z.string(),
  systemRoles: z.array(z.object({ system_id: z.number(), role_name: z.string() })),
  /** The system whose menu is shown now. */
  systemId: z.number(),
  textSeat: z.boolean(),
  voiceSeat: z.boolean(),
  isTenantOwner: z.boolean(),
  companyDomain: z.string().nullable(),
  /** How this session was opened. */
  loginType: z.enum(['password', 'sso']),
  /** `zh_CN` and so on. */
  lang: z.string(),
  /** IANA name; null until chosen. */
  timeZone: z.string().nullable(),
  theme: z.enum(['system', 'light', 'dark']),
  needDesensitize: z.boolean(),
  /** Runs the installation; the console is for them. */
  isOperator: z.boolean(),
  /** Until when I help inside this tenant with its consent; null for people of its own. */
  helpUntil: WireTime.nullable(),
});
export type UserInfo = z.infer<typeof UserInfo>;

export const SignInPlace = z.object({
  id: z.number(),
  current: z.boolean(),
  tenantName: z.string(),
  address: z.string(),
  userAgent: z.string(),
  createdAt: WireTime,
  lastSeenAt: WireTime,
  /** However much it is used. */
  endsAt: WireTime,
});

const Team = z.object({
  tenantId: z.number(),
  tenantName: z.string(),
  company: z.string(),
  roleName: z.string(),
  isOwner: z.boolean(),
  current: z.boolean(),
});

const at = <P extends string>(path: P) => `/admin/saas_plat/${path}` as const;

/** Announced when somebody came in by an invitation. */
export const MEMBER_JOINED = 'account.memberJoined';
export interface MemberJoined {
  tenantId: number;
  userId: number;
  invitationId: number;
}

export const accountApi = {
  login: endpoint({
    method: 'PUT',
    path: at('user/login'),
    access: 'public',
    reads: true,
    handlesFailures: true,
    summary: 'Signs in with e-mail and password; a solved captcha is asked for after failures.',
    input: z.object({
      email: Email,
      password: z.string().min(1).max(200),
      ...BrowserFields,
      ...Captcha,
    }),
    data: SignInAnswer,
  }),
  firstPassword: endpoint({
    method: 'PUT',
    path: at('user/first_pass'),
    access: 'public',
    reads: true,
    handlesFailures: true,
    limit: { per: 'address', max: 60, windowSec: 60 },
    summary:
      'Chooses a password in the place of one that somebody else gave, with the ticket of the sign-in; goes on where that stopped.',
    input: z.object({ ticket: z.string().max(100), password: Password, ...BrowserFields }),
    data: SignInAnswer,
  }),
  isLogin: endpoint({
    method: 'PUT',
    path: at('user/is_login'),
    access: 'public',
    reads: true,
    renewsSession: false,
    summary: 'Says whether a token is still good.',
    input: z.object({ token: z.string().max(200) }),
    data: z.object({ is_login: z.boolean() }),
  }),
  logout: endpoint({
    method: 'PUT',
    path: at('user/logout'),
    access: 'signedIn',
    summary: 'Ends this session.',
    input: nothing,
    data: z.null(),
  }),

  register: endpoint({
    method: 'POST',
    path: at('user/register'),
    access: 'public',
    reads: true,
    handlesFailures: true,
    limit: MESSAGES,
    summary: 'Asks for a new tenant; nothing exists until the mailed code is confirmed.',
    input: z.object({
      company: z.string().trim().min(1).max(100),
      name: z.string().trim().min(1).max(60),
      email: Email,
      password: Password,
      lang: z.string().max(10),
      timeZone: z.string().max(60),
      captchaId: z.string().max(64),
      /** From the mail of whoever invites; needed where organisations are opened by invitation. */
      invitation: z.string().max(100).optional(),
    }),
    data: z.object({ registrationId: z.string(), resendAfterSec: z.number() }),
  }),
  registerVerification: endpoint({
    method: 'PUT',
    path: at('user/register_verification'),
    access: 'public',
    reads: true,
    handlesFailures: true,
    summary: 'Confirms a registration with the mailed code and signs in.',
    input: z.object({
      registrationId: z.string().max(64),
      code: Code,
      ...BrowserFields,
    }),
    data: SignInAnswer,
  }),
  sendCode: endpoint({
    method: 'POST',
    path: at('verify_code/send'),
    access: 'public',
    reads: true,
    handlesFailures: true,
    limit: MESSAGES,
    summary:
      'Sends a code to an e-mail address or phone; answers alike whether or not it is known. For a new contact of one’s own a session is needed.',
    input: z.object({
      contact: z.union([Email, PhoneNumber]),
      purpose: CodePurpose,
      captchaId: z.string().max(64),
      ...BrowserFields,
    }),
    data: z.object({ resendAfterSec: z.number() }),
  }),
  contactVerification: endpoint({
    method: 'POST',
    path: at('user/contact_verification'),
    access: 'public',
    reads: true,
    handlesFailures: true,
    summary:
      'Exchanges a code for a proof that the contact is in the hands of whoever asks; from the browser or network that asked for it.',
    input: z.object({
      contact: z.union([Email, PhoneNumber]),
      purpose: CodePurpose,
      code: Code,
      deviceUniqueIdentification: BrowserFields.deviceUniqueIdentification,
    }),
    data: z.object({ proof: z.string() }),
  }),
  resetPassword: endpoint({
    method: 'PUT',
    path: at('user/reset_pass'),
    access: 'public',
    reads: true,
    handlesFailures: true,
    summary: 'Sets a new password with a proof; every session of the person ends.',
    input: z.object({ proof: z.string().max(100), password: Password }),
    data: z.object({ deviceMark: z.string() }),
  }),

  startCaptcha: endpoint({
    method: 'GET',
    path: at('captcha/start_image_verify'),
    access: 'public',
    summary:
      'Work for a machine: for each puzzle, counted from 0, a number so that SHA-256 of `id:puzzle:number` begins with so many zero bits.',
    input: nothing,
    data: z.object({ id: z.string(), puzzles: z.number(), bits: z.number() }),
    limit: { per: 'address', max: 60, windowSec: 60 },
  }),
  solveCaptcha: endpoint({
    method: 'POST',
    path: at('captcha/image_verify'),
    access: 'public',
    reads: true,
    handlesFailures: true,
    summary: 'Shows the work done: the numbers in turn, with dots between them; three tries.',
    input: z.object({ id: z.string().max(64), text: z.string().trim().min(1).max(400) }),
    data: z.object({ verified: z.literal(true) }),
  }),
  captchaState: endpoint({
    method: 'GET',
    path: at('captcha/{id}/verify'),
    access: 'public',
    summary: 'Whether the work has been done.',
    input: z.object({ id: z.string().max(64) }),
    data: z.object({ verified: z.boolean() }),
  }),

  info: endpoint({
    method: 'GET',
    path: at('user/info'),
    access: 'signedIn',
    summary: 'The signed-in user.',
    input: nothing,
    data: UserInfo,
  }),
  changeNickName: endpoint({
    method: 'PUT',
    path: at('user/nick_name'),
    access: 'signedIn',
    ofPerson: true,
    summary: 'Changes the name colleagues see.',
    input: z.object({ tenantNickName: z.string().trim().min(1).max(60) }),
    data: z.null(),
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: at('user/change_pass'),
    access: 'signedIn',
    ofPerson: true,
    handlesFailures: true,
    summary: 'Changes the password; other sessions end.',
    input: z.object({ oldPassword: z.string().max(200), password: Password }),
    data: z.null(),
  }),
  bindPhone: endpoint({
    method: 'PUT',
    path: at('user/bind_phone'),
    access: 'signedIn',
    ofPerson: true,
    handlesFailures: true,
    summary: 'Binds the phone a proof was given for; needs the password, since the phone can set another one.',
    input: z.object({ proof: z.string().max(100), password: z.string().max(200) }),
    data: z.object({ phone: z.string() }),
  }),
  changeEmail: endpoint({
    method: 'PUT',
    path: at('user/change_email'),
    access: 'signedIn',
    ofPerson: true,
    handlesFailures: true,
    summary: 'Takes the e-mail address a proof was given for; needs the password.',
    input: z.object({ proof: z.string().max(100), password: z.string().max(200) }),
    data: z.object({ email: z.string() }),
  }),

  sessions: endpoint({
    method: 'GET',
    path: at('user/sessions'),
    access: 'signedIn',
    summary: 'Where I am signed in.',
    input: nothing,
    data: z.array(SignInPlace),
  }),
  sessionRules: endpoint({
    method: 'GET',
    path: at('user/session_rules'),
    access: 'signedIn',
    summary: 'How long a sign-in lasts without use and at the longest, and how many a person may have at once.',
    input: nothing,
    data: z.object({ idleHours: z.number(), longestDays: z.number(), mostPerPerson: z.number() }),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: at('user/sessions/{id}'),
    access: 'signedIn',
    ofPerson: true,
    summary: 'Ends one of my sessions.',
    input: z.object({ id: Id }),
    data: z.null(),
  }),
  endOtherSessions: endpoint({
    method: 'POST',
    path: at('user/sessions/end_others'),
    access: 'signedIn',
    ofPerson: true,
    summary: 'Ends all my sessions but this one.',
    input: nothing,
    data: z.object({ ended: z.number() }),
  }),
  ticket: endpoint({
    method: 'POST',
    path: at('user/ticket'),
    access: 'signedIn',
    reads: true,
    renewsSession: false,
    summary: 'A one-use pass of 30 s for a socket; purpose is its path.',
    input: z.object({ purpose: z.string().startsWith('/').max(100) }),
    data: z.object({ ticket: z.string() }),
  }),

  systems: endpoint({
    method: 'POST',
    path: at('system/list'),
    access: 'signedIn',
    reads: true,
    summary: 'The systems I belong to.',
    input: nothing,
    data: z.array(z.object({ system_id: z.number(), name: z.string(), current: z.boolean() })),
  }),
  switchSystem: endpoint({
    method: 'PUT',
    path: at('system/switch'),
    access: 'signedIn',
    reads: true,
    summary: 'Shows the menu of another system.',
    input: z.object({ system_id: z.coerce.number().int() }),
    data: z.null(),
  }),
  teams: endpoint({
    method: 'GET',
    path: at('team/list'),
    access: 'signedIn',
    summary: 'The tenants I belong to.',
    input: nothing,
    data: z.array(Team),
  }),
  switchTeam: endpoint({
    method: 'PUT',
    path: at('team/switch'),
    access: 'signedIn',
    ofPerson: true,
    summary: 'Goes on in another tenant with a new token.',
    input: z.object({ tenantId: Id }),
    data: SignedIn,
  }),
  leaveTeam: endpoint({
    method: 'POST',
    path: at('team/leave'),
    access: 'signedIn',
    ofPerson: true,
    summary: 'Leaves a tenant; its last owner cannot.',
    input: z.object({ tenantId: Id }),
    data: z.null(),
  }),

  setupState: endpoint({
    method: 'GET',
    path: at('setup'),
    access: 'public',
    summary:
      'What strangers may know: whether it waits for its first owner, is the demo, who may open organisations, whether codes go to phones.',
    input: nothing,
    data: z.object({
      waiting: z.boolean(),
      demo: z.boolean(),
      registration: z.enum(['open', 'invitation', 'closed']),
      phoneCodes: z.boolean(),
    }),
  }),
  setup: endpoint({
    method: 'POST',
    path: at('setup'),
    access: 'public',
    reads: true,
    handlesFailures: true,
    summary: 'Creates the first owner with the one-time link printed at the first start.',
    input: z.object({
      key: z.string().max(100),
      company: z.string().trim().min(1).max(100),
      name: z.string().trim().min(1).max(60),
      email: Email,
      password: Password,
      lang: z.string().max(10),
      timeZone: z.string().max(60),
    }),
    data: SignInAnswer,
  }),
  inviteOrganisation: endpoint({
    method: 'POST',
    path: at('organisation/invite'),
    access: 'signedIn',
    handlesFailures: true,
    limit: { per: 'user', max: 50, windowSec: 3_600 },
    summary: 'Lets somebody open an organisation of their own, where that goes by invitation; for owners.',
    input: z.object({ email: Email }),
    data: z.null(),
  }),
  invitation: endpoint({
    method: 'GET',
    path: at('invitation/{invitation}'),
    access: 'public',
    handlesFailures: true,
    summary: 'Who invites to what.',
    input: z.object({ invitation: z.string().max(100) }),
    data: z.object({ email: z.string(), tenantName: z.string(), invitedBy: z.string(), hasAccount: z.boolean() }),
  }),
  acceptInvitation: endpoint({
    method: 'POST',
    path: at('invitation/{invitation}/accept'),
    access: 'public',
    reads: true,
    handlesFailures: true,
    summary: 'Joins a tenant: a new person chooses name and password, a known one gives the password.',
    input: z.object({
      invitation: z.string().max(100),
      name: z.string().trim().min(1).max(60),
      password: Password,
      ...BrowserFields,
    }),
    data: SignInAnswer,
  }),
};
