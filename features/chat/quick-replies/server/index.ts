import type { ServerFeature } from '#platform/server/feature.ts';
import { mayUse, type Caller } from '#platform/server/http/caller.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { Failure } from '#shared/errors.ts';
import { QUICK_REPLIES_MOST, quickRepliesApi } from '../contract.ts';
import { demoReplies } from './demo.ts';
import { quickRepliesRepo } from './quick-replies.repo.ts';

/** What belongs to the team is changed by those who may. */
function guard(caller: Caller, ...replies: { personal: boolean }[]): void {
  if (replies.some(({ personal }) => !personal) && !mayUse(caller, 'quick-replies.edit'))
    throw new Failure('notAllowed');
}

/** Texts agents write again and again. */
export const quickReplies = ({ db }: Pick<World, 'db'>): ServerFeature => ({
  name: 'quick-replies',
  menu: [
    {
      key: '/settings/quickReplies',
      name: 'quick-replies.menu',
      system: System.contactCentre,
      section: 'settings',
      order: 45,
      access: 'quick-replies.use',
      seat: 'text',
      seatOr: 'quick-replies.edit',
      icon: 'messages-square',
    },
  ],
  demo: demoReplies,
  routes: routes('quick-replies', quickRepliesApi, {
    list: (caller) => db.tenant(caller, (tx) => quickRepliesRepo(tx, caller.userId).all()),
    add: (caller, reply) =>
      db.tenant(caller, async (tx) => {
        guard(caller, reply);
        const repo = quickRepliesRepo(tx, caller.userId);
        if ((await repo.all()).length >= QUICK_REPLIES_MOST)
          throw new Failure('invalidInput', `at most ${QUICK_REPLIES_MOST} quick replies`);
        const id = await repo.add(reply);
        if (id === null) throw new Failure('nameTaken');
        caller.operation.note(`/${reply.shortcut}`);
        return { id };
      }),
    update: (caller, reply) =>
      db.tenant(caller, async (tx) => {
        const repo = quickRepliesRepo(tx, caller.userId);
        const before = await repo.find(reply.id);
        if (!before) throw new Failure('notFound');
        guard(caller, before, reply);
        if (!(await repo.isFree(reply, reply.id))) throw new Failure('nameTaken');
        await repo.update(reply);
        caller.operation.note(`/${reply.shortcut}`, {
          before: { text: before.text, personal: before.personal },
          after: { text: reply.text, personal: reply.personal },
        });
        return null;
      }),
    remove: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        const repo = quickRepliesRepo(tx, caller.userId);
        const before = await repo.find(id);
        if (!before) throw new Failure('notFound');
        guard(caller, before);
        await repo.remove(id);
        caller.operation.note(`/${before.shortcut}`);
        return null;
      }),
  }),
});
