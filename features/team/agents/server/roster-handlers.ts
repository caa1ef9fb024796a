import { maskPhone } from '#core/privacy/phone-mask.ts';
import { giveSeats, holdSeats, applyAccessChanges, voiceSeatsLeft } from '#features/team/access/server/index.ts';
import { takeOffline } from '#features/team/seats/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { Failure } from '#shared/errors.ts';
import { AGENT_CHANGED, type AutoAnswerSetting } from '../contract.ts';
import type { AgentChange, RosterAgent, rosterApi } from '../contract/roster.ts';
import { readRoster } from './roster-page.ts';
import type { RosterParts } from './roster-parts.ts';
import { namesOf, refuseInCall, refuseOwners, refuseUnknownGroups, retireAfter } from './roster-rules.ts';
import { rosterRepo, type HeldAgent, type PhoneSwitches } from './roster.repo.ts';
import { lineName, lineOf, readLines } from './web-call-lines.ts';

type RosterCalls = 'page' | 'choices' | 'update' | 'batchUpdate' | 'recordSwitch';

/** The agents, and how their phones behave. */
export function rosterHandlers(parts: RosterParts): Handlers<Pick<typeof rosterApi, RosterCalls>> {
  const { world, needs } = parts;
  const { db } = world;

  return {
    async page({ tenantId, needsMasking }, { page, size, ...filters }) {
      const { list, total } = await readRoster(db, { tenantId }, needs, filters, { skip: (page - 1) * size, size });
      const masked = (agent: RosterAgent): RosterAgent =>
        needsMasking && agent.mobileNumber ? { ...agent, mobileNumber: maskPhone(agent.mobileNumber) } : agent;
      return { list: list.map(masked), total };
    },

    async choices(caller) {
      const lines = (await readLines(world)).map((line) => ({
        id: line.id,
        name: lineName(world, caller.language, line),
      }));
      return db.tenant(caller, async (tx) => ({
        lines,
        groups: await rosterRepo(tx, needs).groups(),
        seatsLeft: await voiceSeatsLeft(tx),
      }));
    },

    async update(caller, change) {
      await lineOf(world, change.lineId);
      const { userId } = change;
      await db.tenant(caller, async (tx) => {
        const before = await holdSeats(tx, userId);
        const repo = rosterRepo(tx, needs);
        const [agent] = await repo.hold([userId]);
        const isSeatChanged = before!.voiceSeat !== change.voiceSeat || before!.textSeat !== change.textSeat;
        if (isSeatChanged) refuseOwners(caller, [agent!]);
        if (before!.voiceSeat && !change.voiceSeat) refuseInCall([agent!], change.evenInCall);
        await refuseUnknownGroups(parts, tx, change.groupIds);
        await repo.change([userId], change);
        await needs.setGroups(tx, userId, change.groupIds);
        await needs.setSkills(tx, userId, change.skills);
        const seats = { voiceSeat: change.voiceSeat, textSeat: change.textSeat };
        if (isSeatChanged) {
          const given = await giveSeats(world, tx, userId, seats, before!);
          if (given.voiceSeat !== seats.voiceSeat || given.textSeat !== seats.textSeat)
            throw new Failure('seatLimitReached');
          if (before!.textSeat && !seats.textSeat) await takeOffline(tx, userId);
          if (before!.voiceSeat && !seats.voiceSeat) retireAfter(world, tx, [agent!]);
        }
        await applySwitches(tx, [agent!], change);
        caller.operation.note(agent!.name, { before: noted(before!), after: noted(change) });
      });
      return null;
    },

    async batchUpdate(caller, { userIds, change }) {
      if (change.lineId !== undefined) await lineOf(world, change.lineId);
      await db.tenant(caller, async (tx) => {
        const repo = rosterRepo(tx, needs);
        const agents = await repo.hold(userIds);
        const { addGroupIds: into = [], removeGroupIds: outOf = [] } = change;
        await refuseUnknownGroups(parts, tx, [...into, ...outOf]);
        const ids = agents.map(({ userId }) => userId);
        await repo.change(ids, change);
        if (into.length + outOf.length > 0) await needs.regroup(tx, ids, { into, outOf });
        await applySwitches(tx, agents, change);
        caller.operation.note(namesOf(agents), { after: change });
      });
      return null;
    },

    async recordSwitch(caller, { userId, recordCalls }) {
      await db.tenant(caller, async (tx) => {
        const repo = rosterRepo(tx, needs);
        const agents = await repo.hold([userId]);
        await repo.change([userId], { recordCalls });
        caller.operation.note(namesOf(agents), { after: { recordCalls } });
      });
      return null;
    },
  };

  /** Their pages follow at once, and whoever decides about calls reads them anew. */
  async function applySwitches(
    tx: TenantTx,
    agents: readonly HeldAgent[],
    { autoAnswer, agentType }: PhoneSwitches,
  ): Promise<void> {
    for (const { userId, autoAnswer: was } of agents) {
      if (autoAnswer !== undefined && autoAnswer !== was) {
        const body: AutoAnswerSetting = { autoAnswerEnable: autoAnswer };
        await tx.push({ kind: AGENT_CHANGED, body, to: { userId } });
      }
    }
    if (agentType !== undefined)
      await applyAccessChanges(
        world,
        tx,
        agents.map(({ userId }) => userId),
      );
  }
}

const noted = (change: Partial<AgentChange>) => {
  const { userId: _userId, evenInCall: _even, ...rest } = change;
  return rest;
};
