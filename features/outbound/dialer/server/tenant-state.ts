import type { CampaignRow } from '#features/outbound/campaigns/server/index.ts';
import type { TenantDesk } from '#features/team/agent-groups/server/index.ts';
import type { CampaignCallEvent } from '#core/call/campaign-call.ts';
import type { TrackedCall } from '../core/call-track.ts';
import type { SharedAgent } from '../core/share-agents.ts';
import { agentsOf, type Handling } from './campaign-agents.ts';
import type { EngineParts } from './engine-parts.ts';
import type { RunningCampaign } from './running-campaign.ts';

/** What is remembered of the campaigns of one tenant while they run here. */
export interface TenantState {
  readonly campaigns: Map<number, RunningCampaign>;
  /** Those that stand still for a reason that passes, and when it is worth looking, by the clock that counts evenly. */
  paused: { row: CampaignRow; lookAtMs: number }[];
  readonly handling: Map<number, Handling>;
  /** For which campaign an agent is held. */
  readonly heldFor: Map<number, number>;
  /** The line of the tenant: who serves which groups. */
  line: TenantDesk | null;
  isStopped: boolean;
  /** Nobody is dialled any more. */
  isClosing: boolean;
  mustRead: boolean;
  /** Calls that outlived their process, until their campaigns are read; and what was told of them meanwhile. */
  found: TrackedCall[];
  untold: CampaignCallEvent[];
  /** How far the wall is ahead of the clock that counts evenly, when it was last looked at. */
  wallAheadMs: number | null;
}

export interface TenantEngineParts extends EngineParts {
  tenantId: number;
  /** Calls that outlived the process that made them. */
  found?: readonly TrackedCall[];
  isHere(): boolean;
  changed(campaignId: number): void;
}

export const newState = (found: readonly TrackedCall[] = []): TenantState => ({
  found: [...found],
  untold: [],
  campaigns: new Map(),
  paused: [],
  handling: new Map(),
  heldFor: new Map(),
  line: null,
  isStopped: false,
  isClosing: false,
  mustRead: true,
  wallAheadMs: null,
});

/** The most urgent first. */
export const ordered = ({ campaigns }: TenantState): RunningCampaign[] =>
  [...campaigns.values()].toSorted((a, b) => b.row.priority - a.row.priority || a.row.id - b.row.id);

export const groupsServed = ({ line }: TenantState, userId: number): readonly number[] =>
  line?.serving().get(userId)?.groups ?? [];

/** The agents of its campaigns at this moment. */
export const agentsNow = (
  state: TenantState,
  { tenantId, board, clock }: Pick<TenantEngineParts, 'tenantId' | 'board' | 'clock'>,
): SharedAgent[] =>
  agentsOf(board.ofTenant(tenantId), {
    campaigns: [...state.campaigns.values()],
    groupsOf: (userId) => groupsServed(state, userId),
    skillsOf: (userId) => state.line?.serving().get(userId)?.skills ?? {},
    handling: state.handling,
    heldFor: state.heldFor,
    nowMs: clock.nowMs(),
    evenMs: clock.monotonicMs(),
  });
