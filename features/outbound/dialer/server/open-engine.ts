import { CAMPAIGNS_DIAL, diallingCampaigns, tenantsDialling } from '#features/outbound/campaigns/server/index.ts';
import { isUnavailable } from '#platform/server/db/db.ts';
import type { Homes } from '#platform/server/homes/homes.ts';
import { trackedAgain, type TrackedCall } from '../core/call-track.ts';
import type { CampaignEngine } from './engine.ts';
import type { EngineParts } from './engine-parts.ts';
import { openTenantEngine } from './open-tenant-engine.ts';
import { recoverAttempts } from './recover-attempts.ts';
import type { TenantEngine } from './tenant-engine.ts';

/** Pages are told of a campaign no more often than this. */
const EMIT_EVERY_MS = 250;
const RETRY_MS = 1_000;

/** See `CampaignEngine`. */
export function openCampaignEngine(
  parts: EngineParts,
  homes: Pick<Homes, 'isHere' | 'find'>,
): CampaignEngine & { settled(): Promise<void> } {
  const { db, log, after, desk, board, clock } = parts;
  const engines = new Map<number, TenantEngine>();
  const listeners = new Set<(tenantId: number, campaignId: number) => void>();
  const pendingChanges = new Set<string>();
  const unheard = new Set<string>();
  const subscriptions: (() => void)[] = [];
  let isClosing = false;
  const leftBehind = (): Promise<number[]> => db.everyTenant('campaigns that run', tenantsDialling);

  /** Changes of a moment are told together. */
  function changed(tenantId: number, campaignId: number): void {
    const which = `${tenantId} ${campaignId}`;
    if (pendingChanges.has(which) || listeners.size === 0) return;
    pendingChanges.add(which);
    after(EMIT_EVERY_MS, () => {
      pendingChanges.delete(which);
      for (const listener of listeners) listener(tenantId, campaignId);
    });
  }

  function open(tenantId: number, found: readonly TrackedCall[] = []): void {
    if (isClosing || engines.has(tenantId)) return;
    engines.set(
      tenantId,
      openTenantEngine({
        ...parts,
        tenantId,
        found,
        isHere: () => homes.isHere(tenantId),
        changed: (campaignId) => changed(tenantId, campaignId),
      }),
    );
  }

  function wake(tenantId: number): void {
    const engine = engines.get(tenantId);
    if (engine) engine.wake();
    else if (homes.isHere(tenantId)) open(tenantId);
  }

  /** Campaigns need a home, also where nobody is at work: whoever hears of them first becomes it. An empty word: something was missed. */
  async function onDialNotice(payload: string): Promise<void> {
    try {
      if (payload === '') {
        [...engines.keys()].forEach(wake);
        for (const tenantId of await leftBehind()) await onDialNotice(String(tenantId));
      } else if ((await homes.find(Number(payload))).at === 'here') wake(Number(payload));
    } catch (problem) {
      if (isUnavailable(problem)) retryLater(payload);
      else log.error({ err: problem, payload }, 'campaigns could not be looked at');
    }
  }

  /** Nobody can say now where its home is: nothing else would tell of the campaign. */
  function retryLater(payload: string): void {
    if (unheard.has(payload)) return;
    unheard.add(payload);
    after(RETRY_MS, () => {
      unheard.delete(payload);
      if (!isClosing) void onDialNotice(payload);
    });
  }

  function forget(tenantId: number): void {
    engines.get(tenantId)?.stop();
    engines.delete(tenantId);
  }

  return {
    live: (tenantId, campaignId) => engines.get(tenantId)?.live(campaignId) ?? null,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    endCall: (tenantId, callId) => engines.get(tenantId)?.endCall(callId) ?? false,
    wake,
    async start() {
      subscriptions.push(
        desk.onEvent((event) => engines.get(event.tenantId)?.handleEvent(event)),
        board.onChange((agent) => engines.get(agent.tenantId)?.agentChanged(agent)),
        await db.listen(CAMPAIGNS_DIAL, (payload) => void onDialNotice(payload)),
      );
    },
    close() {
      isClosing = true;
      for (const engine of engines.values()) engine.close();
    },
    async stop() {
      isClosing = true;
      for (const engine of engines.values()) engine.close();
      await Promise.all([...engines.values()].map((engine) => engine.settled()));
      for (const unsubscribe of subscriptions.splice(0)) unsubscribe();
      for (const tenantId of engines.keys()) forget(tenantId);
    },
    async moveIn(tenantId, goingOn = []) {
      forget(tenantId);
      const found = new Map(goingOn.map((call) => [call.callId, call]));
      const { hasWork, goOn } = await db.tenant({ tenantId }, async (tx) => {
        const { ended: left, ...rest } = await recoverAttempts(tx, clock.nowMs(), new Set(found.keys()));
        if (left > 0) log.warn({ tenantId, left }, 'calls of campaigns were under way when their process ended');
        return { hasWork: (await diallingCampaigns(tx)).length > 0, ...rest };
      });
      const aheadMs = clock.nowMs() - clock.monotonicMs();
      if (hasWork || goOn.length > 0)
        open(
          tenantId,
          goOn.map((attempt) => trackedAgain(attempt, found.get(attempt.callId)!, aheadMs)),
        );
    },
    moveOut: async (tenantId) => forget(tenantId),
    leftBehind,
    async settled() {
      await Promise.all([...engines.values()].map((engine) => engine.settled()));
    },
  };
}
