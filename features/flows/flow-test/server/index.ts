import type { Flow } from '#core/flow/flow.ts';
import { REGISTRATION_EXPIRES_S } from '../core/limits.ts';
import type { Speech } from '#core/speech/speech.port.ts';
import { lineUrl, readLines } from '#features/team/agents/server/index.ts';
import type { Talks } from '#features/flows/flow-talks/server/index.ts';
import { draftOf } from '#features/flows/flows/server/index.ts';
import { openProbeAccounts } from '#features/voice/self-test/server/index.ts';
import { ringtoneOf } from '#features/office/preferences/server/index.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { flowTestApi } from '../contract.ts';
import { openCallOutlook, type OutlookParts } from './open-call-outlook.ts';
import { recordingHandlers } from './recording-access.ts';
import { openTestRecorder } from './test-recorder.ts';
import { expireTestRecordingsJob } from './test-recordings.ts';
import { openTestSockets, type CanSpeak } from './test-sockets.ts';

const TRIAL = 'OK';
const TRIAL_MS = 8_000;

/** Talking to a flow before callers do. */
export function flowTest(
  world: Pick<
    World,
    | 'db'
    | 'catalogue'
    | 'clock'
    | 'exchange'
    | 'files'
    | 'log'
    | 'publicUrl'
    | 'sessions'
    | 'telephony'
    | 'texts'
    | 'embeddedSpeech'
  >,
  talks: Talks,
  speech: Speech,
  parts: OutlookParts,
): ServerFeature {
  const { db, clock, exchange, telephony, embeddedSpeech } = world;
  const recorder = openTestRecorder(world, telephony);
  const accounts = openProbeAccounts({ db, clock });
  async function canSpeak(
    tenantId: number,
    { languages: [language = 'en'], speech: choice }: Pick<Flow, 'languages' | 'speech'>,
  ): ReturnType<CanSpeak> {
    try {
      const voice = (await speech.of(tenantId, undefined, choice)).voice(language);
      await voice.speak({ text: TRIAL, language, voice: null, speed: 1 }, () => {}, AbortSignal.timeout(TRIAL_MS));
      return 'yes';
    } catch {
      // First use: what this machine needs was asked for by the trial, and pages show how far it is.
      const { at } = embeddedSpeech.state();
      const isOurs = embeddedSpeech.voice.can.languages.includes(language);
      return isOurs && (at === 'missing' || at === 'fetching') ? 'noSpeech' : 'noVoice';
    }
  }
  return {
    name: 'flow-test',
    channels: [
      openTestSockets(world, {
        talks,
        telephony,
        recorder,
        ownsAccount: accounts.holds,
        canSpeak,
        outlook: openCallOutlook(world, parts),
      }),
    ],
    jobs: [expireTestRecordingsJob(world)],
    stop: () => recorder.stop(),
    routes: routes('flow-test', flowTestApi, {
      ...recordingHandlers(world),
      async settings(caller, { flowId }) {
        const draft = await db.tenant(caller, (tx) => draftOf(tx, flowId));
        if (!draft) throw new Failure('notFound');
        const [line] = await readLines(world);
        const account = await accounts.make(caller, exchange.domain);
        return {
          flowId,
          flowName: draft.name,
          caller: '',
          callee: '',
          variables: draft.flow.variables.map(({ attrKey, name, valueType, valueFormat, choices }) => ({
            attrKey,
            name,
            valueType,
            valueFormat,
            choices,
          })),
          account: account.number,
          platformToken: await accounts.token(caller.tenantId, account.number),
          audioDirectory: `tones/${await ringtoneOf(db, caller.userId)}`,
          md5Pwd: account.ha1,
          domain: account.domain,
          fsRegisterAddr: line ? lineUrl(world, caller.origin.site, line) : '',
          iceServers: exchange.iceServers(account.number, clock.nowMs()),
          expires: REGISTRATION_EXPIRES_S,
        };
      },
    }),
  };
}
