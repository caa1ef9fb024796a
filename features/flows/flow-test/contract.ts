import { z } from 'zod';
import { WireIceServer } from '#features/team/agents/contract.ts';
import { channel } from '#shared/channel.ts';
import { FlowTestAction } from '#shared/codes/flow-test-action.ts';
import { FlowTestCommand } from '#shared/codes/flow-test-command.ts';
import { TestCallDirection } from '#shared/codes/test-call-direction.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import { download, endpoint, Id } from '#shared/endpoint.ts';

const CallID = z.string().regex(/^[\w-]{8,64}$/);
const Digits = z.string().regex(/^\+?[0-9*#]{0,20}$/);

/** What a test begins with, and what the phone of a voice test registers with (specification P3). */
export const TestSettings = z.object({
  flowId: z.number(),
  flowName: z.string(),
  /** The number the caller is thought to have, and the one they call. */
  caller: z.string(),
  callee: z.string(),
  /** The values the flow knows; a test may bring some along. */
  variables: z.array(
    z.object({
      attrKey: z.string(),
      name: z.string(),
      valueType: VariableType.schema,
      valueFormat: z.number(),
      choices: z.array(z.string()),
    }),
  ),
  /** The agent account of the test phone. */
  account: z.string(),
  /** Shows that this person was given the account: goes with the start of a voice test. */
  platformToken: z.string(),
  md5Pwd: z.string(),
  domain: z.string(),
  /** Websocket the phone registers over. */
  fsRegisterAddr: z.string(),
  iceServers: z.array(WireIceServer),
  /** Seconds a registration lasts. */
  expires: z.number(),
  /** The sounds of the phone. They are made in the browser, so that nothing is fetched from there: it names the person's ringtone. */
  audioDirectory: z.string(),
});
export type TestSettings = z.infer<typeof TestSettings>;

const recording = <P extends string>(path: P) => `/cc/api/flowTest/v1/recording/${path}` as const;
const orAll = ['flow-test.listen'] as const;

export const flowTestApi = {
  settings: endpoint({
    method: 'POST',
    path: '/cc/api/flowTest/v1/settings',
    access: 'flow-test.run',
    reads: true,
    limit: { per: 'user', max: 60, windowSec: 300 },
    summary: 'What a test of a flow begins with: its values, and an account for the phone of a voice test.',
    input: z.object({ flowId: Id }),
    data: TestSettings,
  }),
  recordingTicket: endpoint({
    method: 'POST',
    path: recording('ticket'),
    access: 'flow-test.run',
    widenedBy: orAll,
    summary:
      'A link to hear or to save the recording of a test by voice: of my own, or of anybody’s with flow-test.listen. Good for a minute, and as long as it plays.',
    input: z.object({ talkId: CallID, saves: z.boolean().default(false) }),
    data: z.object({ url: z.string() }),
  }),
  recording: download({
    method: 'GET',
    path: recording('{talkId}'),
    access: 'flow-test.run',
    widenedBy: orAll,
    takesPass: true,
    logged: true,
    summary: 'The sound of a test (WAV, the tester left and the flow right), whole or in parts.',
    input: z.object({ talkId: CallID }),
  }),
  recordingFile: download({
    method: 'GET',
    path: recording('{talkId}/file'),
    access: 'flow-test.run',
    widenedBy: orAll,
    takesPass: true,
    logged: true,
    summary: 'The recording of a test to save.',
    input: z.object({ talkId: CallID }),
  }),
};

const Up = z.discriminatedUnion('cmd', [
  z.object({
    cmd: z.literal(FlowTestCommand.start),
    autoFlowID: Id,
    callID: CallID,
    callee: Digits,
    caller: Digits,
    params: z
      .array(z.object({ key: z.string().max(40), value: z.string().max(500) }))
      .max(200)
      .nullable(),
    callDirection: TestCallDirection.schema,
    /** Who is thought to call: somebody the tester may see. Their number is the caller's unless one is given. */
    customerId: Id.optional(),
    /** Steps that ask other systems really do; otherwise they are told and fail. */
    requests: z.boolean().default(false),
    /** Of a voice test: the phone that is called. */
    account: z.string().max(120).optional(),
    /** The platform token of its account. */
    token: z.string().max(120).optional(),
    /** Goes on after these turns of an earlier test, which are played first. */
    replay: z
      .array(z.object({ actionType: FlowTestAction.schema, text: z.string().max(2_000) }))
      .max(200)
      .optional(),
  }),
  z.object({
    cmd: z.literal(FlowTestCommand.action),
    callID: CallID,
    actionType: FlowTestAction.schema,
    text: z.string().max(2_000),
  }),
  z.object({ cmd: z.literal(FlowTestCommand.stop), callID: CallID }),
  z.object({ cmd: z.literal(0) }),
]);
export type FlowTestUp = z.output<typeof Up>;

const Down = z.object({
  /** That of the start command for messages of the conversation, 0x6003 for a text shown as an error, 0 for a sign of life. */
  cmd: z.number(),
  callID: z.string(),
  /** A message of the conversation, as JSON. */
  message: z.string().optional(),
  text: z.string().optional(),
});
export type FlowTestDown = z.output<typeof Down>;

/** The socket of the test tool (specification P7). */
export const flowTestSocket = channel({
  path: '/cc/flowTest/websocket',
  access: 'flow-test.run',
  summary: 'A test of a flow: start 0x6000, action 0x6001, stop 0x6099; messages of the conversation come back.',
  proof: 'ticket',
  up: Up,
  down: Down,
  ping: { message: { cmd: 0 }, everyMs: 20_000, silenceMs: 60_000 },
  reconnect: { everyMs: 3_000, attempts: 20 },
});
