import { namesNothing } from '#platform/server/db/db.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { InboundConfig } from '#shared/codes/inbound-config.ts';
import { System } from '#shared/codes/system.ts';
import { Failure } from '#shared/errors.ts';
import { didNumbersApi } from '../contract.ts';
import { demoDidNumbers } from './demo.ts';
import { didNumbersRepo, groupsIn } from './did-numbers.repo.ts';

export { demoDidNumber, showOwnNumbers } from './demo.ts';
export { setGroupNumbers } from './group-numbers.ts';
export { calledNumber, groupsIn, numberRows, type CalledNumber } from './did-numbers.repo.ts';

/** A flow or group that somebody deleted meanwhile. */
const orGone = (thrown: unknown): never => {
  throw namesNothing(thrown) ? new Failure('notFound') : thrown;
};

/** Numbers people outside can call, and where their calls go. */
export const didNumbers = ({ db }: Pick<World, 'db'>): ServerFeature => ({
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
  flowUses: [
    async (tx, flowId) =>
      (await didNumbersRepo(tx).ofFlow(flowId)).map(({ id, number }) => ({ kind: 'number', id, name: number })),
  ],
  routes: routes('did-numbers', didNumbersApi, {
    my: (caller, { page, size, ...filter }) =>
      db.tenant(caller, (tx) => didNumbersRepo(tx).page(filter, { page, size })),
    flows: (caller) => db.tenant(caller, (tx) => didNumbersRepo(tx).flows()),
    groups: (caller) => db.tenant(caller, (tx) => didNumbersRepo(tx).groups()),

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
        if (!toGroup && flowId !== undefined && !(await repo.hasFlow(flowId))) throw new Failure('notFound', 'flow');
        const wanted = [...(groupId === undefined ? [] : [groupId]), ...(toGroup || !menu ? [] : groupsIn(menu))];
        const existing = await repo.existingGroups(wanted);
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
        const told = ({ inboundConfig: config, groupName, menu: asked, flowName }: typeof after) => ({
          inboundConfig: config,
          group: groupName,
          menu: asked,
          flow: flowName,
        });
        caller.operation.note(before.number, { before: told(before), after: told(after) });
        return after;
      }),
  }),
});
