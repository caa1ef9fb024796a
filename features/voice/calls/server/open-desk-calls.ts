import { randomUUID } from 'node:crypto';
import type { Call } from '#core/call/call.ts';
import type { LegId } from '#core/telephony/telephony.port.ts';
import { viewersOf } from '../core/call-view.ts';
import type { KeptCall } from '../core/kept-call.ts';
import type { DeskCalls, DeskCallsParts } from './desk-calls.ts';
import type { DrivenCall } from './live-call.ts';
import { openLiveCall } from './open-live-call.ts';

/** Keeps one driven machine per call, found by its id and by its legs, until nobody is left in it. */
export function openDeskCalls({ stepped, isStopping, forgotten, ...parts }: DeskCallsParts): DeskCalls {
  const calls = new Map<string, DrivenCall>();
  const legs = new Map<LegId, DrivenCall>();

  function changed(before: Call, live: DrivenCall): void {
    const call = live.current();
    for (const { leg } of call.parties) legs.set(leg, live);
    for (const { leg } of before.parties) {
      if (!call.parties.some((party) => party.leg === leg) && legs.get(leg) === live) legs.delete(leg);
    }
    stepped(before, call);
    if (call.at === 'over' && call.parties.length === 0)
      void live.settled().then(() => {
        if (calls.get(call.id) === live && calls.delete(call.id)) forgotten(call);
      });
  }

  function add(live: DrivenCall): DrivenCall {
    const { id, parties } = live.current();
    calls.set(id, live);
    for (const { leg } of parties) legs.set(leg, live);
    return live;
  }

  const ofTenant = (tenantId: number): DrivenCall[] =>
    [...calls.values()].filter((live) => live.current().tenantId === tenantId);

  return {
    newId: () => randomUUID(),
    all: () => calls.values(),
    count: () => calls.size,
    byId: (callId) => calls.get(callId),
    byLeg: (leg) => legs.get(leg),
    ofTenant,
    ofUser: (tenantId, userId) => ofTenant(tenantId).filter((live) => viewersOf(live.current()).includes(userId)),
    find: (kept: KeptCall) => add(openLiveCall(kept.call, { ...parts, changed }, kept)),
    abandon(left) {
      for (const live of left) {
        live.abandon();
        calls.delete(live.current().id);
      }
      const free = left.flatMap((live) => live.current().parties.map(({ leg }) => leg));
      for (const leg of free) legs.delete(leg);
      return free;
    },
    open(initial, first) {
      const live = add(openLiveCall(initial, { ...parts, changed }));
      live.send(first);
      // Looked up while everybody else was told to go.
      if (isStopping()) live.send({ type: 'stopped' });
      return live;
    },
  };
}
