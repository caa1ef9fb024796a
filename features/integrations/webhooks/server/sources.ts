import { AGENT_STATUS_CHANGED } from '#features/team/agent-status/contract.ts';
import { CALL_ANSWERED, CALL_ENDED, CALL_STARTED, RECORDING_READY } from '#features/voice/call-records/contract.ts';
import { readCalls, readRecording } from '#features/voice/call-records/server/index.ts';
import { CUSTOMER_CHANGED } from '#features/customers/customers/contract.ts';
import { FOLLOW_CREATED, FOLLOW_DUE } from '#features/customers/follow-records/contract.ts';
import { TAGS_CHANGED } from '#features/customers/tags/contract.ts';
import {
  CAMPAIGN_ATTEMPT_ENDED,
  CAMPAIGN_CUSTOMER_DONE,
  CAMPAIGN_GREW,
  CAMPAIGN_MOVED,
  CAMPAIGN_RESULT,
} from '#features/outbound/campaigns/contract.ts';
import { toldAttempts, toldCustomers } from '#features/outbound/campaigns/server/index.ts';
import type { World } from '#platform/server/world.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { FinalCallStatus } from '#shared/codes/final-call-status.ts';
import { toWireTime } from '#shared/wire-time.ts';
import type { HookEvent } from '../contract.ts';
import type { News, FanOut } from './fan-out.ts';

interface OfCalls {
  tenantId: number;
  callIds: string[];
}
interface OfCall {
  tenantId: number;
  callId: string;
}
interface OfAgent {
  tenantId: number;
  userId: number;
  name: string;
  changes: {
    id: number;
    status: AgentStatus;
    atMs: number;
    by: string | null;
    reason: string | null;
    callId: string | null;
  }[];
}

interface Announced {
  tenantId: number;
  announcementId: string;
}
interface OfCustomers extends Announced {
  ids: number[];
  kind: string;
  into?: number;
}

/** Of a campaign: the first of these is this number of what is told of it. */
interface OfNews extends Announced {
  ids: number[];
  number: number;
}
interface OfMove extends Announced {
  id: number;
  name: string;
  kind: string;
  before: string;
  state: string;
  pauseReason: number | null;
  number: number;
}

/** A batch may change very many: each event names some of them, and one without ids says that there are too many to name. */
const IDS_EACH = 100;
const chunked = (ids: readonly number[]): number[][] =>
  ids.length === 0
    ? [[]]
    : Array.from({ length: Math.ceil(ids.length / IDS_EACH) }, (_, index) =>
        ids.slice(index * IDS_EACH, (index + 1) * IDS_EACH),
      );
const customerEvents: Record<string, HookEvent> = {
  created: 'customer.created',
  deleted: 'customer.deleted',
  merged: 'customer.merged',
};

/** Where nobody listens nothing is done: asked in the transaction that announces it, so that no hook misses anything. */
const toHooks = <Payload>(types: readonly HookEvent[], run: (payload: Payload) => Promise<void>) => ({
  run,
  wanted: `exists (select from webhook where enabled and events && '{${types.join()}}'::text[])`,
});

/** Where events come from: what other capabilities announce, in the words of the public API. */
export function hookSources({ texts }: Pick<World, 'texts'>, spread: FanOut) {
  const ofCalls = (type: HookEvent) =>
    toHooks([type], ({ tenantId, callIds }: OfCalls) =>
      spread(tenantId, [type], async (tx, reader) =>
        (await readCalls(tx, texts, callIds, reader)).map((call): News => ({ type, key: call.callId, data: { call } })),
      ),
    );

  /** What they are now is asked for by the API: a body of ids holds nothing that would have to be masked. */
  const ofIds = (
    type: HookEvent,
    name: string,
    { tenantId, announcementId }: Announced,
    ids: readonly number[],
    rest: object = {},
  ) =>
    spread(tenantId, [type], () =>
      chunked(ids).map((some, index) => ({ type, key: `${announcementId} ${index}`, data: { [name]: some, ...rest } })),
    );

  return {
    [CUSTOMER_CHANGED]: toHooks(
      ['customer.updated', ...Object.values(customerEvents)],
      ({ ids, kind, into, ...announced }: OfCustomers) =>
        ofIds(
          customerEvents[kind] ?? 'customer.updated',
          'customerIds',
          announced,
          ids,
          into === undefined ? {} : { mergedInto: into },
        ),
    ),
    [FOLLOW_CREATED]: toHooks(['followRecord.created'], ({ ids, ...announced }: Announced & { ids: number[] }) =>
      ofIds('followRecord.created', 'followRecordIds', announced, ids),
    ),
    [FOLLOW_DUE]: toHooks(['followRecord.due'], ({ ids, ...announced }: Announced & { ids: number[] }) =>
      ofIds('followRecord.due', 'followRecordIds', announced, ids),
    ),
    [CAMPAIGN_MOVED]: toHooks(
      ['campaign.changed'],
      ({ id, name, kind, before, state, pauseReason, number, ...announced }: OfMove) =>
        ofIds('campaign.changed', 'campaignIds', announced, [id], {
          state,
          before,
          pauseReason,
          number,
          campaign: { id, name, kind },
        }),
    ),
    [CAMPAIGN_GREW]: toHooks(
      ['campaign.customersAdded'],
      ({ campaignId, added, ...announced }: Announced & { campaignId: number; added: number }) =>
        ofIds('campaign.customersAdded', 'campaignIds', announced, [campaignId], { added }),
    ),
    [CAMPAIGN_RESULT]: toHooks(['campaign.result'], ({ ids, ...announced }: Announced & { ids: number[] }) =>
      ofIds('campaign.result', 'campaignCustomerIds', announced, ids),
    ),
    [CAMPAIGN_CUSTOMER_DONE]: toHooks(['campaign.customerDone'], ({ tenantId, announcementId, ids, number }: OfNews) =>
      spread(tenantId, ['campaign.customerDone'], async (tx, reader) =>
        (await toldCustomers(tx, ids, reader)).map(({ place, id, ...data }): News => ({
          type: 'campaign.customerDone',
          key: `${announcementId} ${id}`,
          data: { number: number + place, ...data },
        })),
      ),
    ),
    [CAMPAIGN_ATTEMPT_ENDED]: toHooks(['campaign.attemptEnded'], ({ tenantId, ids, number }: OfNews) =>
      spread(tenantId, ['campaign.attemptEnded'], async (tx, reader) =>
        (await toldAttempts(tx, ids, reader)).map(({ place, id, campaign, attempt }): News => ({
          type: 'campaign.attemptEnded',
          key: String(id),
          data: {
            number: number + place,
            campaign,
            attempt: {
              ...attempt,
              statusName: texts.say(reader.language, FinalCallStatus.row(attempt.status).key),
            },
          },
        })),
      ),
    ),
    [TAGS_CHANGED]: toHooks(['tag.changed'], ({ tenantId, announcementId }: Announced) =>
      spread(tenantId, ['tag.changed'], () => [{ type: 'tag.changed', key: announcementId, data: {} }]),
    ),

    [CALL_STARTED]: ofCalls('call.started'),
    [CALL_ANSWERED]: ofCalls('call.answered'),

    [CALL_ENDED]: toHooks(['call.ended', 'call.missed'], ({ tenantId, callId }: OfCall) =>
      spread(tenantId, ['call.ended', 'call.missed'], async (tx, reader) => {
        const [call] = await readCalls(tx, texts, [callId], reader);
        if (!call) return [];
        const isMissed = call.direction === 'inbound' && !CallOutcome.row(call.status).reached;
        const types: HookEvent[] = isMissed ? ['call.ended', 'call.missed'] : ['call.ended'];
        return types.map((type) => ({ type, key: callId, data: { call } }));
      }),
    ),

    [RECORDING_READY]: toHooks(
      ['record.ready'],
      ({ tenantId, callId, recordingId }: OfCall & { recordingId: string }) =>
        spread(tenantId, ['record.ready'], async (tx, reader) => {
          const [[call], recording] = [
            await readCalls(tx, texts, [callId], reader),
            await readRecording(tx, recordingId),
          ];
          return call && recording ? [{ type: 'record.ready', key: recordingId, data: { call, recording } }] : [];
        }),
    ),

    [AGENT_STATUS_CHANGED]: toHooks(['agent.statusChanged'], ({ tenantId, userId, name, changes }: OfAgent) =>
      spread(tenantId, ['agent.statusChanged'], (_tx, { language }) =>
        changes.map(({ id, status, atMs, by, reason, callId }) => ({
          type: 'agent.statusChanged',
          key: `${userId} ${id}`,
          data: {
            agent: { userId, name },
            status,
            statusName: texts.say(language, AgentStatus.row(status).key),
            at: toWireTime(atMs),
            by,
            reason,
            callId,
          },
        })),
      ),
    ),
  };
}
