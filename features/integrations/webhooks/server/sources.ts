import { AGENT_STATUS_CHANGED } from '#features/team/agent-status/contract.ts';
import {
  CALL_ANSWERED,
  CALL_CORRECTED,
  CALL_ENDED,
  CALL_STARTED,
  RECORDING_READY,
} from '#features/voice/call-records/contract.ts';
import { readCalls, readRecording } from '#features/voice/call-records/server/index.ts';
import { CUSTOMER_CHANGED } from '#features/customers/customers/contract.ts';
import { FOLLOW_CREATED, FOLLOW_DUE } from '#features/customers/follow-records/contract.ts';
import { TAGS_CHANGED } from '#features/customers/tags/contract.ts';
import type { World } from '#platform/server/world.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { toWireTime } from '#shared/wire-time.ts';
import type { HookEvent } from '../contract.ts';
import { campaignSources } from './campaign-sources.ts';
import type { News, FanOut } from './fan-out.ts';
import { spreadIdsBy, toHooks, type Announced } from './to-hooks.ts';

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

interface OfCustomers extends Announced {
  ids: number[];
  kind: string;
  into?: number;
}

const customerEvents: Record<string, HookEvent> = {
  created: 'customer.created',
  deleted: 'customer.deleted',
  merged: 'customer.merged',
};

/** Where events come from: what other capabilities announce, in the words of the public API. */
export function hookSources({ texts }: Pick<World, 'texts'>, spread: FanOut) {
  const ofCalls = (type: HookEvent) =>
    toHooks([type], ({ tenantId, callIds }: OfCalls) =>
      spread(tenantId, [type], async (tx, reader) =>
        (await readCalls(tx, texts, callIds, reader)).map((call): News => ({ type, key: call.callId, data: { call } })),
      ),
    );

  const ofIds = spreadIdsBy(spread);

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
    ...campaignSources({ texts }, spread),
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

    // Whoever was told of an end that was guessed is told how it was.
    [CALL_CORRECTED]: toHooks(['call.ended'], ({ tenantId, callId }: OfCall) =>
      spread(tenantId, ['call.ended'], async (tx, reader) =>
        (await readCalls(tx, texts, [callId], reader)).map((call): News => ({
          type: 'call.ended',
          key: `${callId} corrected`,
          data: { call, isCorrected: true },
        })),
      ),
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
