import { teamSoundOf } from '#core/call/team-prompt.ts';
import { openTenantSecrets } from '#features/team/agents/server/index.ts';
import { calendarNames } from '#features/voice/business-hours/server/index.ts';
import { namesNothing, type TenantTx } from '#platform/server/db/db.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes, type Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { InboundConfig } from '#shared/codes/inbound-config.ts';
import { System } from '#shared/codes/system.ts';
import { Failure } from '#shared/errors.ts';
import { didNumbersApi } from '../contract.ts';
import { carriersApi } from '../contract/carriers.ts';
import { callerPath } from '../core/caller-path.ts';
import { groupsIn } from '../core/own-goal.ts';
import { carrierHandlers } from './carrier-handlers.ts';
import { syncJob } from './carrier-sync.ts';
import { demoDidNumbers } from './demo.ts';
import { countLentNumbers, didNumbersRepo, soundsOfNumbers } from './did-numbers.repo.ts';
import { numberEdits } from './number-edits.ts';
import { numberGoalsRepo } from './number-goals.repo.ts';
import { numberStep } from './number-step.ts';
import { readPathFacts } from './path-facts.ts';

export { numbersAt, removeNumbersAt, takeCarrierNumber } from './carrier-numbers.ts';
export { demoDidNumber, showOwnNumbers } from './demo.ts';
export { setGroupNumbers } from './group-numbers.ts';
export {
  calledNumber,
  groupsCallingOnlyWith,
  heldNumbers,
  numberRows,
  numbersHeldBy,
  type CalledDid,
} from './did-numbers.repo.ts';
export { addNumber, readNumber } from './number-edits.ts';
export { groupsIn, ownGoal } from '../core/own-goal.ts';

/** A flow or group that somebody deleted meanwhile. */
const orGone = (thrown: unknown): never => {
  throw namesNothing(thrown) ? new Failure('notFound') : thrown;
};

/** The sounds of a team, for menus that say one. */
export type SoundNames = (tx: TenantTx) => Promise<{ id: number; name: string }[]>;

/** Numbers people outside can call, and where their calls go. */
export const didNumbers = (
  world: Pick<World, 'db' | 'clock' | 'catalogue' | 'carrierNumbers'>,
  soundNames: SoundNames = async () => [],
): ServerFeature => {
  const secrets = openTenantSecrets(world.db);
  return {
    name: 'did-numbers',
    menu: [
      {
        key: '/settings/numbers',
        name: 'did-numbers.menu',
        system: System.contactCentre,
        section: 'settings',
        order: 21,
        access: 'did-numbers.view',
        icon: 'phone',
      },
    ],
    demo: demoDidNumbers,
    firstSteps: [numberStep],
    monthlyThings: [{ service: 'number', count: countLentNumbers }],
    soundUses: [soundsOfNumbers],
    flowUses: [
      async (tx, flowId) =>
        (await numberGoalsRepo(tx).ofFlow(flowId)).map(({ id, number }) => ({ kind: 'number', id, name: number })),
    ],
    jobs: [syncJob(world, secrets)],
    routes: [
      ...routes('did-numbers', carriersApi, carrierHandlers(world, secrets)),
      ...routes('did-numbers', didNumbersApi, numberHandlers(world, soundNames)),
    ],
  };
};

/** Where callers of a number go, and what is written at it. */
function numberHandlers(
  { db, clock, catalogue }: Pick<World, 'db' | 'clock' | 'catalogue'>,
  soundNames: SoundNames,
): Handlers<typeof didNumbersApi> {
  return {
    my: (caller, { page, size, ...filter }) =>
      db.tenant(caller, (tx) => didNumbersRepo(tx).page(filter, { page, size })),
    flows: (caller) => db.tenant(caller, (tx) => numberGoalsRepo(tx).flows()),
    groups: (caller) => db.tenant(caller, (tx) => numberGoalsRepo(tx).groups()),

    ...numberEdits({ db }),
    choices: (caller) =>
      db.tenant(caller, async (tx) => ({
        calendars: await calendarNames(tx),
        sounds: await soundNames(tx),
        countries: await didNumbersRepo(tx).countries(),
      })),
    path: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        const number = await didNumbersRepo(tx).find(id);
        if (!number) throw new Failure('notFound');
        const facts = await readPathFacts(tx, number, {
          rules: catalogue.numberRules,
          nowMs: clock.nowMs(),
          needsMasking: caller.needsMasking,
        });
        return callerPath(facts).lines;
      }),

    remark: (caller, { id, remark }) =>
      db.tenant(caller, async (tx) => {
        const repo = didNumbersRepo(tx);
        const before = await repo.find(id);
        if (!before) throw new Failure('notFound');
        await repo.setRemark(id, remark);
        caller.operation.note(before.number, { before: { remark: before.remark }, after: { remark } });
        return { ...before, remark };
      }),

    inboundConfig: (caller, { id, inboundConfig, groupId, menu, flowId }) =>
      db.tenant(caller, async (tx) => {
        const repo = didNumbersRepo(tx);
        const before = await repo.find(id);
        if (!before) throw new Failure('notFound');
        const toGroup = inboundConfig === InboundConfig.agentGroup;
        if (toGroup ? groupId === undefined : menu === undefined && flowId === undefined)
          throw new Failure('invalidInput', toGroup ? 'groupId: required' : 'menu: required');
        if (!toGroup && flowId !== undefined && !(await numberGoalsRepo(tx).hasFlow(flowId)))
          throw new Failure('notFound', 'flow');
        const soundId = toGroup || !menu ? null : teamSoundOf(menu.prompt);
        if (soundId !== null && !(await soundNames(tx)).some((sound) => sound.id === soundId))
          throw new Failure('notFound', 'sound');
        const wanted = [...(groupId === undefined ? [] : [groupId]), ...(toGroup || !menu ? [] : groupsIn(menu))];
        const existing = await numberGoalsRepo(tx).existingGroups(wanted);
        if (wanted.some((one) => !existing.has(one))) throw new Failure('notFound', 'group');
        // The other choice is kept, so that going back to it needs no second thought.
        await repo
          .setInbound(id, {
            inboundConfig,
            groupId: groupId !== undefined && existing.has(groupId) ? groupId : before.groupId,
            menu: menu && !toGroup ? menu : before.menu,
            flowId: toGroup ? before.flowId : (flowId ?? null),
          })
          .catch(orGone);
        const after = (await repo.find(id))!;
        const noteOf = ({ inboundConfig: config, groupName, menu: asked, flowName }: typeof after) => ({
          inboundConfig: config,
          group: groupName,
          menu: asked,
          flow: flowName,
        });
        caller.operation.note(before.number, { before: noteOf(before), after: noteOf(after) });
        return after;
      }),
  };
}
