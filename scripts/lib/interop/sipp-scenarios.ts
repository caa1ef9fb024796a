/** What SIPp plays: callers and callees that do what Asterisk does not. Words in brackets are SIPp's own. */

const scenario = (name: string, ...steps: string[]): string =>
  ['<?xml version="1.0" encoding="ISO-8859-1" ?>', `<scenario name="${name}">`, ...steps, '</scenario>', ''].join('\n');
const send = (lines: readonly string[], body: readonly string[] = [], options = ''): string =>
  [
    `<send${options}><![CDATA[`,
    ...lines,
    ...(body.length > 0 ? ['Content-Type: application/sdp'] : []),
    'Content-Length: [len]',
    '',
    ...body,
    ']]></send>',
  ].join('\n');
const REPEATED = ' retrans="500"';
const pause = (ms: number): string => `<pause milliseconds="${ms}"/>`;
const receives = (request: string, action = ''): string =>
  `<recv request="${request}"${request === 'INVITE' ? ' rrs="true"' : ''}>${action}</recv>`;

const sound = (version: number, direction: string, address = '[media_ip]'): string[] => [
  'v=0',
  `o=sipp 1 ${version} IN IP4 [local_ip]`,
  's=-',
  `c=IN IP4 ${address}`,
  't=0 0',
  'm=audio [media_port] RTP/AVP 0 101',
  'a=rtpmap:0 PCMU/8000',
  'a=rtpmap:101 telephone-event/8000',
  ...(direction ? [`a=${direction}`] : []),
];

const CONTACT = 'Contact: <sip:carrier@[local_ip]:[local_port]>';
const VIA = 'Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch];rport';

/** Requests of a caller, by their place in the call. */
const asks = (
  method: string,
  cseq: number,
  uri: string,
  isWithin: boolean,
  besides: readonly string[] = [],
): string[] => [
  `${method} ${uri} SIP/2.0`,
  VIA,
  'From: "Anna" <sip:+525512345678@carrier.example>;tag=[pid]c[call_number]',
  `To: <sip:[service]@[remote_ip]:[remote_port]>${isWithin ? '[peer_tag_param]' : ''}`,
  'Call-ID: [call_id]',
  `CSeq: ${cseq} ${method}`,
  CONTACT,
  'Max-Forwards: 70',
  ...besides,
];

/** An offer, its answer and the confirmation; `expects` has to stand in what is answered. */
const offers = (
  cseq: number,
  body: readonly string[],
  expects: string,
  { besides = [], action = '' }: { besides?: readonly string[]; action?: string } = {},
): string[] => [
  send(
    asks('INVITE', cseq, cseq === 1 ? 'sip:[service]@[remote_ip]:[remote_port]' : '[next_url]', cseq > 1, besides),
    body,
    REPEATED,
  ),
  ...[100, 180, 183].map((status) => `<recv response="${status}" optional="true"></recv>`),
  `<recv response="200" rrs="true"><action><ereg regexp="${expects}" search_in="body" check_it="true" assign_to="answer${cseq}"/>${action}</action></recv>`,
  send(asks('ACK', cseq, '[next_url]', true)),
];

/** Calls us, holds us and takes us back: by its direction, or as it was done before, by an address that is none. */
export const holdingCaller = (how: 'direction' | 'address'): string =>
  scenario(
    'holds',
    ...offers(1, sound(1, 'sendrecv'), 'm=audio [1-9]'),
    pause(4_000),
    ...(how === 'direction'
      ? offers(2, sound(2, 'sendonly'), 'a=recvonly')
      : offers(2, sound(2, '', '0.0.0.0'), 'm=audio [1-9]')),
    pause(4_000),
    ...offers(3, sound(3, 'sendrecv'), 'a=sendrecv'),
    pause(4_000),
    send(asks('BYE', 4, '[next_url]', true), [], REPEATED),
    '<recv response="200"></recv>',
    // It insists that what was read is used.
    '<Reference variables="answer1,answer2,answer3"/>',
  );

const answers = (status: string, cseq = '[last_CSeq:]', isFirst = true): string[] => [
  `SIP/2.0 ${status}`,
  '[last_Via:]',
  '[last_From:]',
  isFirst ? '[last_To:];tag=[pid]s[call_number]' : '[last_To:]',
  '[last_Call-ID:]',
  cseq,
  CONTACT,
];

const COUNTS = '<action><ereg regexp="[0-9]+" search_in="hdr" header="CSeq:" assign_to="count"/></action>';

/** Takes the call in the moment in which the caller gives it up: both are on their way at once. */
export const tooLateCallee = scenario(
  'answers into a CANCEL',
  receives('INVITE', COUNTS),
  send(answers('180 Ringing')),
  receives('CANCEL'),
  send(answers('200 OK')),
  send(answers('200 OK', 'CSeq: [$count] INVITE'), sound(1, 'sendrecv'), REPEATED),
  receives('ACK'),
  receives('BYE'),
  send(answers('200 OK', '[last_CSeq:]', false)),
);

const KEEPS_NAMES = [
  '<action>',
  '<ereg regexp=".*" search_in="hdr" header="From:" assign_to="caller"/>',
  '<ereg regexp=".*" search_in="hdr" header="To:" assign_to="callee"/>',
  '</action>',
].join('');

/** Hangs up in the moment in which the other side does: its own BYE is on the way while it answers ours. */
export const sameMomentCallee = scenario(
  'two BYEs meet',
  receives('INVITE', KEEPS_NAMES),
  send(answers('200 OK'), sound(1, 'sendrecv'), REPEATED),
  receives('ACK'),
  receives('BYE'),
  send(answers('200 OK', '[last_CSeq:]', false)),
  send(
    [
      'BYE [next_url] SIP/2.0',
      VIA,
      'From:[$callee];tag=[pid]s[call_number]',
      'To:[$caller]',
      'Call-ID: [call_id]',
      'CSeq: 1 BYE',
      'Max-Forwards: 70',
    ],
    [],
    REPEATED,
  ),
  '<recv response="481" optional="true" next="over"></recv>',
  '<recv response="200"></recv>',
  '<label id="over"/>',
  pause(50),
);

/** Rings, and then cannot: whoever called it tries elsewhere. */
export const ringsAndFails = scenario(
  'rings and fails',
  receives('INVITE'),
  send(answers('180 Ringing')),
  pause(1_000),
  send(answers('503 Service Unavailable'), [], REPEATED),
  receives('ACK'),
);

/** Takes the call and waits for its end. */
export const answeringCallee = scenario(
  'answers',
  receives('INVITE'),
  send(answers('180 Ringing')),
  send(answers('200 OK'), sound(1, 'sendrecv'), REPEATED),
  receives('ACK'),
  receives('BYE'),
  send(answers('200 OK', '[last_CSeq:]', false)),
);

const SESSION_SEC = 90;
const sessionOf = (refresher: 'uac' | 'uas'): string[] => [
  `Session-Expires: ${SESSION_SEC};refresher=${refresher}`,
  'Supported: timer',
];
/** What is said about the session has to be this. */
const settles = (name: string, refresher: 'uac' | 'uas'): string =>
  `<ereg regexp="${SESSION_SEC} *; *refresher=${refresher}" search_in="hdr" header="Session-Expires:" check_it="true" assign_to="${name}"/>`;

/** Takes the call for 90 s and leaves it to the caller to renew it, once; ends with the caller's BYE. */
export const renewedCallee = scenario(
  'is renewed',
  receives('INVITE'),
  send([...answers('200 OK'), ...sessionOf('uac'), 'Require: timer'], sound(1, 'sendrecv'), REPEATED),
  receives('ACK'),
  receives('INVITE', `<action>${settles('renewed', 'uac')}</action>`),
  send(
    [...answers('200 OK', '[last_CSeq:]', false), ...sessionOf('uac'), 'Require: timer'],
    sound(1, 'sendrecv'),
    REPEATED,
  ),
  receives('ACK'),
  receives('BYE'),
  send(answers('200 OK', '[last_CSeq:]', false)),
  '<Reference variables="renewed"/>',
);

/** Calls for 90 s, renews it by UPDATE and by a re-INVITE, and then forgets it: it has to be hung up. */
export const forgetfulCaller = scenario(
  'renews and forgets',
  ...offers(1, sound(1, 'sendrecv'), 'm=audio [1-9]', {
    besides: sessionOf('uac'),
    action: settles('begun', 'uac'),
  }),
  pause(4_000),
  send(asks('UPDATE', 2, '[next_url]', true, sessionOf('uac')), [], REPEATED),
  `<recv response="200"><action>${settles('updated', 'uac')}</action></recv>`,
  pause(4_000),
  ...offers(3, sound(1, 'sendrecv'), 'm=audio [1-9]', {
    besides: sessionOf('uac'),
    action: settles('invited', 'uac'),
  }),
  receives('BYE'),
  send(answers('200 OK', '[last_CSeq:]', false)),
  '<Reference variables="answer1,answer3,begun,updated,invited"/>',
);
