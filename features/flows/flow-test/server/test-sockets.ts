import type { Flow } from '#core/flow/flow.ts';
import { rateLimiter } from '#platform/server/http/rate-limit.ts';
import { serve, type ChannelConnection, type ServedChannel } from '#platform/server/realtime/channels.ts';
import type { World } from '#platform/server/world.ts';
import { FlowTestAction } from '#shared/codes/flow-test-action.ts';
import { FlowTestCommand } from '#shared/codes/flow-test-command.ts';
import { TestCallDirection } from '#shared/codes/test-call-direction.ts';
import type { Language } from '#shared/languages.ts';
import { flowTestSocket, type FlowTestDown } from '../contract.ts';
import type { CallOutlook } from './call-outlook.ts';
import { openTestStage } from './open-test-stage.ts';
import { readTest, type StartCommand } from './read-test.ts';
import { beginTextTest, beginVoiceTest, type RunningTest, type VoiceDesk } from './test-desk.ts';

type Connection = ChannelConnection<FlowTestDown>;

/** Whether an account of a test phone was given to this person; the token shows it. */
export type OwnsAccount = (
  account: string,
  token: string,
  who: { tenantId: number; userId: number },
) => Promise<boolean>;

/** Whether there is a voice for a flow of a tenant; `noSpeech`: it has to be fetched first, and is on its way. */
export type CanSpeak = (
  tenantId: number,
  flow: Pick<Flow, 'languages' | 'speech'>,
) => Promise<'yes' | 'noSpeech' | 'noVoice'>;

/** More than anybody can look at; every test is kept. */
const STARTS = { max: 60, windowSec: 60 };

/** The sockets of the test tool: a socket has at most one test, and a test ends with its socket. */
export function openTestSockets(
  world: Pick<World, 'db' | 'texts' | 'clock' | 'catalogue'>,
  {
    ownsAccount,
    canSpeak,
    outlook,
    ...desk
  }: VoiceDesk & { ownsAccount: OwnsAccount; canSpeak: CanSpeak; outlook: CallOutlook },
): ServedChannel {
  const { texts, clock } = world;
  const limiter = rateLimiter(clock);
  const tests = new WeakMap<Connection, { callID: string; running: RunningTest }>();

  const fail = (connection: Connection, callID: string, why: string): void =>
    connection.send({
      cmd: FlowTestCommand.error,
      callID,
      text: texts.say(connection.identity.language as Language, `flow-test.error.${why}`),
    });

  async function stop(connection: Connection): Promise<void> {
    const test = tests.get(connection);
    tests.delete(connection);
    await test?.running.stop();
  }

  async function start(connection: Connection, command: StartCommand): Promise<void> {
    await stop(connection);
    const { callID, callDirection, account, token = '', replay = [], requests } = command;
    const { tenantId, userId } = connection.identity;
    if (!limiter.allows(String(userId), STARTS)) return fail(connection, callID, 'tooMany');
    const begin = await readTest(world, connection.identity, command);
    if (typeof begin === 'string') return fail(connection, callID, begin);
    const listener = {
      message: (message: object) =>
        connection.send({ cmd: FlowTestCommand.start, callID, message: JSON.stringify(message) }),
      failed: (why: 'noAnswer' | 'broke') => fail(connection, callID, why),
    };
    const hasCustomer = begin.caller.customerId !== null;
    const stage = openTestStage(outlook, { tenantId, hasCustomer, sendsRequests: requests });
    if (callDirection === TestCallDirection.text) {
      tests.set(connection, { callID, running: await beginTextTest(desk.talks, stage, begin, replay, listener) });
      return;
    }
    if (account === undefined || !(await ownsAccount(account, token, { tenantId, userId })))
      return fail(connection, callID, 'noPhone');
    const voice = await canSpeak(tenantId, begin.flow);
    if (voice !== 'yes') return fail(connection, callID, voice);
    tests.set(connection, { callID, running: await beginVoiceTest(desk, stage, begin, account, listener) });
  }

  return serve(
    flowTestSocket,
    {
      async message(connection, message) {
        switch (message.cmd) {
          case 0:
            return connection.send({ cmd: 0, callID: '' });
          case FlowTestCommand.start:
            return start(connection, message);
          case FlowTestCommand.stop:
            return tests.get(connection)?.callID === message.callID ? stop(connection) : undefined;
          case FlowTestCommand.action: {
            const test = tests.get(connection);
            const isOurs = test?.callID === message.callID;
            if (isOurs && message.actionType === FlowTestAction.end) return stop(connection);
            if (!isOurs || test.running.isOver()) return fail(connection, message.callID, 'notStarted');
            test.running.act(message.actionType, message.text);
          }
        }
      },
      closed: (connection) => stop(connection),
    },
    { atHome: true },
  );
}
