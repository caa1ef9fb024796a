import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { fakeSpeech } from '#adapters/speech/fake/fake-speech.ts';
import { aFlow } from '#core/flow/flow.fixture.ts';
import type { Flow } from '#core/flow/flow.ts';
import { absentSpeech } from '#core/speech/absent-speech.fixture.ts';
import type { EmbeddedSpeech, EmbeddedSpeechState } from '#core/speech/speech.port.ts';
import { accountApi } from '#features/team/account/contract.ts';
import { eventually, Page } from '#platform/server/realtime/realtime-process.fixture.ts';
import { FlowTestCommand } from '#shared/codes/flow-test-command.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { TestCallDirection } from '#shared/codes/test-call-direction.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { flowTestApi, flowTestSocket, type FlowTestDown, type TestSettings } from '../contract.ts';

const words = (text: string) => ({ spoken: { words: { en: text }, sounds: {} } });
const choices = [
  { key: '1', name: 'Sales', phrases: ['sales'] },
  { key: '2', name: 'Help', phrases: ['help'] },
];
export const reception = aFlow(
  {
    menu: { kind: 'menu', settings: { ...words('Hello {{guest}}. Sales or help?'), choices } },
    ask: { kind: 'listen', settings: { ...words('What do you need?'), saveAs: 'wish', intents: [] } },
    bye: { kind: 'hangUp', settings: words('Goodbye.') },
  },
  ['start next menu', 'menu 1 bye', 'menu 2 ask', 'ask heard bye'],
  {
    variables: [
      { attrKey: 'guest', name: 'Guest', valueType: VariableType.text, valueFormat: 0, choices: [] },
      { attrKey: 'nights', name: 'Nights', valueType: VariableType.number, valueFormat: 0, choices: [] },
      { attrKey: 'wish', name: 'Wish', valueType: VariableType.text, valueFormat: 0, choices: [] },
    ] as Flow['variables'],
  },
);

/** A server with the sockets of the test tool, a telephone line turned by hand, and speech that can be taken away. */
export async function aTestHouse() {
  const spoken = fakeSpeech();
  const nothing = absentSpeech('taken away');
  const speechNow = { state: { at: 'ready' } as EmbeddedSpeechState, prepared: 0 };
  const embeddedSpeech: EmbeddedSpeech = {
    recognizer: spoken.recognizer,
    brain: spoken.brain,
    detector: spoken.detector,
    voice: {
      ...spoken.voice,
      speak: (...speakArguments) =>
        (speechNow.state.at === 'ready' ? spoken.voice : nothing.voice).speak(...speakArguments),
    },
    prepare: async () => void (speechNow.prepared += 1),
    state: () => speechNow.state,
    close: async () => {},
  };
  const server = await testServer({ embeddedSpeech });
  const { db } = server.world;
  const { telephony } = server;
  await server.built.http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.built.http.server.address() as AddressInfo;

  async function aTester(rest: Parameters<typeof aMember>[2] = {}, flow = reception) {
    const ana = await aMember(db, await aTenant(db), {
      functions: ['flows.view', 'flows.edit', 'flow-test.run'],
      ...rest,
    });
    const { data } = await server.ask('POST', '/cc/api/ivrFlow/v1/add', {
      token: ana.token,
      body: { name: 'Reception' },
    });
    expect(
      (
        await server.ask('POST', '/cc/api/ivrFlow/v1/update', {
          token: ana.token,
          body: { id: data.id, draftVersion: 1, flow },
        })
      ).code,
    ).toBe(0);
    return { ana, flowId: data.id as number };
  }

  const settingsOf = async (who: Member, flowId: number) =>
    server.ask<TestSettings>('POST', flowTestApi.settings.path, { token: who.token, body: { flowId } });

  async function aSocket(who: Member) {
    const { data } = await server.ask<{ ticket: string }>('POST', accountApi.ticket.path, {
      token: who.token,
      body: { purpose: flowTestSocket.path },
    });
    const page = new Page(`ws://127.0.0.1:${port}${flowTestSocket.path}?token=${data.ticket}`);
    await eventually(() => expect(page.socket.readyState).toBe(1));
    const down = (): FlowTestDown[] => page.received.map((frame) => frame.data as unknown as FlowTestDown);
    const messages = () =>
      down().flatMap(({ cmd, message }) =>
        cmd === FlowTestCommand.start && message !== undefined
          ? [JSON.parse(message) as Record<string, unknown> & { msgType: number; msgInfo: Record<string, unknown> }]
          : [],
      );
    return {
      page,
      messages,
      types: () => messages().map(({ msgType }) => msgType),
      said: () =>
        messages()
          .filter(({ msgType }) => msgType === MessageType.aiSaid)
          .map(({ msgInfo }) => msgInfo['text']),
      errors: () =>
        down()
          .filter(({ cmd }) => cmd === FlowTestCommand.error)
          .map(({ callID, text }) => [callID, text]),
      start: (autoFlowID: number, rest: object = {}) =>
        page.say({
          cmd: FlowTestCommand.start,
          autoFlowID,
          callID: 'test-call-1',
          callee: '',
          caller: '',
          params: null,
          callDirection: TestCallDirection.text,
          ...rest,
        }),
      act: (actionType: number, text = '', callID = 'test-call-1') =>
        page.say({ cmd: FlowTestCommand.action, callID, actionType, text }),
      stop: (callID = 'test-call-1') => page.say({ cmd: FlowTestCommand.stop, callID }),
    };
  }

  const stored = async (tenantId: number) =>
    (
      await db.everyTenant('looks', (tx) =>
        sql<{
          result: number | null;
          mode: string;
          number: string;
          our_number: string;
          variables: Record<string, unknown>;
          user_id: number;
        }>`select result, mode, number, our_number, variables, user_id from flow_talk where tenant_id = ${tenantId} order by id`.execute(
          tx.as(),
        ),
      )
    ).rows;
  const ends = (tenantId: number, result: number) =>
    eventually(async () => expect((await stored(tenantId)).at(-1)?.result).toBe(result));

  async function aRingingTest(rest: Parameters<typeof aTester>[0] = {}) {
    const { ana, flowId } = await aTester(rest);
    const {
      data: { account, platformToken: token },
    } = await settingsOf(ana, flowId);
    telephony.registers(account);
    const socket = await aSocket(ana);
    socket.start(flowId, { callDirection: TestCallDirection.voice, account, token, callee: '525550000101' });
    const leg = await eventually(() => telephony.ringing(account) ?? expect.fail('nothing rings'));
    return { ana, socket, leg };
  }
  const isGone = (leg: Awaited<ReturnType<typeof aRingingTest>>['leg']) => telephony.leg(leg)?.at === 'ended';
  /** Time passes on the line until it is so. */
  const passing = (check: () => void | Promise<void>) =>
    eventually(async () => {
      telephony.passMs(200);
      await check();
    });

  return {
    server,
    db,
    telephony,
    spoken,
    speechNow,
    aTester,
    settingsOf,
    aSocket,
    stored,
    ends,
    aRingingTest,
    isGone,
    passing,
  };
}

export type TestHouse = Awaited<ReturnType<typeof aTestHouse>>;
export type TestSocket = Awaited<ReturnType<TestHouse['aSocket']>>;
