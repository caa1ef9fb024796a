import type { Call } from '#core/call/call.ts';
import type { CallEffect } from '#core/call/call-events.ts';
import type { TelephonyEvent } from '#core/telephony/telephony.port.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Log } from '#platform/server/log.ts';
import type { Traces } from '#platform/server/traces/traces.ts';
import type { DeskCallsParts } from './desk-calls.ts';

/**
 * What the log tells of a call, each line under its id: so one call is followed through every part, and with its desk through every process. No
 * number and no name is in it.
 */
export interface CallTrail {
  stepped(before: Call, call: Call): void;
  /** The exchange told something of one of its legs. */
  received(event: TelephonyEvent, callId: string): void;
  /** Something was asked of the exchange, of a flow, of the line or of the book. */
  ordered(part: 'exchange' | 'desk' | 'flow', effect: CallEffect, callId: string): void;
}

interface TrailParts {
  log: Log;
  traces?: Traces | null | undefined;
  clock: Pick<Clock, 'nowMs'>;
  node: string;
}

export const openCallTrail = ({ log, traces, clock, node }: TrailParts): CallTrail => ({
  stepped(before, call) {
    if (before.at === call.at) return;
    const { id: callId, tenantId, direction, facts } = call;
    log.info({ part: 'desk', callId, tenantId, node, direction, was: before.at, at: call.at }, 'call');
    const { startedMs } = facts;
    const { answeredMs } = call;
    const attributes = { 'openseat.tenant_id': tenantId, 'openseat.direction': direction };
    if (call.at === 'talking' && before.answeredMs === null && answeredMs !== null)
      traces?.span({ name: 'call set-up', callId, startMs: startedMs, endMs: answeredMs, attributes });
    if (call.at === 'over')
      traces?.span({ name: 'call', callId, startMs: startedMs, endMs: clock.nowMs(), attributes });
  },
  received(event, callId) {
    if (!('leg' in event)) return;
    log.info({ part: 'exchange', callId, leg: event.leg, event: event.type }, 'call');
  },
  ordered: (part, effect, callId) => log.debug({ part, callId, order: effect.type }, 'call'),
});

type Steps = Pick<DeskCallsParts, 'desk' | 'phone' | 'stepped'>;

/** The same parts, which leave a trail. */
export const trailed = <P extends Steps>(trail: CallTrail, parts: P): P => ({
  ...parts,
  phone: (effect, call, live) => {
    trail.ordered(effect.type.endsWith('Flow') ? 'flow' : 'exchange', effect, call.id);
    return parts.phone(effect, call, live);
  },
  desk: (effect, live) => {
    trail.ordered('desk', effect, live.current().id);
    return parts.desk(effect, live);
  },
  stepped(before, call) {
    trail.stepped(before, call);
    parts.stepped(before, call);
  },
});
