import type { FlowHost } from '#core/flow/flow-host.port.ts';
import { writtenValues } from '#core/flow/values/written-values.ts';
import type { Db } from '#platform/server/db/db.ts';
import { tenantZone } from '#platform/server/tenant-zone.ts';
import { knownCaller } from './ask-customer.ts';
import type { FlowShelf } from './flow-shelf.ts';
import type { Talks } from './talks.ts';
import type { VoiceHold } from './voice-hold.ts';

/** Lets published flows answer calls: who calls is looked up, then it talks in the language of the call where it can. */
export const openFlowHost = (db: Db, talks: Talks, shelf: FlowShelf, hold: VoiceHold = async () => {}): FlowHost => ({
  async begin(call) {
    const { tenantId, callId, flowId, number, ourNumber, didNumberId, language, values = {}, stream, hands } = call;
    const { found, caller, timeZone } = await db.tenant({ tenantId }, async (tx) => ({
      found: await shelf.published(tx, flowId),
      caller: await knownCaller(tx, number),
      timeZone: await tenantZone(tx),
    }));
    if (!found) return null;
    const { flow, name, version } = found;
    const own = typeof caller.fields['language'] === 'string' ? caller.fields['language'] : '';
    const spoken =
      flow.languages.find((one) => one === own) ?? flow.languages.find((one) => one === language.slice(0, 2));
    await hold(call, flow, spoken ?? flow.languages[0]!);
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
        ...(spoken && { language: spoken }),
      },
      stream,
      hands,
    );
    return { key: talk.presses, callerGone: talk.callerGone, stop: () => talk.stop('server') };
  },
});
