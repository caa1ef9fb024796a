import type { FlowHost } from '#core/flow/flow-host.port.ts';
import { writtenValues } from '#core/flow/values/written-values.ts';
import type { Db } from '#platform/server/db/db.ts';
import { flowForCaller } from './flow-for-caller.ts';
import type { FlowShelf } from './flow-shelf.ts';
import type { Talks } from './talks.ts';
import type { VoiceHold } from './voice-hold.ts';

/** Lets published flows answer calls: who calls is looked up, then it talks in the language of the call where it can. */
export const openFlowHost = (db: Db, talks: Talks, shelf: FlowShelf, hold: VoiceHold = async () => {}): FlowHost => ({
  async begin(call) {
    const { tenantId, callId, flowId, ourNumber, didNumberId, values = {}, isPerson = false, stream, hands } = call;
    const meeting = await flowForCaller(db, shelf, call);
    if (!meeting) return null;
    const { caller, timeZone, language } = meeting;
    const { flow, name, version } = meeting.found;
    await hold(call, flow, language);
    const talk = await talks.beginVoice(
      {
        tenantId,
        source: 'call',
        flowId,
        flowName: name,
        flowVersion: version,
        flow,
        caller,
        called: ourNumber,
        numberId: didNumberId,
        callId,
        values: writtenValues(flow, values),
        timeZone,
        language,
        isPerson,
      },
      stream,
      hands,
    );
    return { key: talk.presses, callerGone: talk.callerGone, stop: () => talk.stop('server') };
  },
});
