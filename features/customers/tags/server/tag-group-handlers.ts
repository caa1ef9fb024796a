import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { TAGS_MOST, type tagsApi } from '../contract.ts';
import { tagsRepo } from './tags.repo.ts';
import { publishTagsChanged } from './publish-tags.ts';

type Calls = 'groups' | 'addGroup' | 'updateGroup' | 'removeGroup' | 'sortGroups';

/** The groups tags stand in. */
export function tagGroupHandlers({ db }: Pick<World, 'db'>): Handlers<Pick<typeof tagsApi, Calls>> {
  return {
    groups: (caller) => db.tenant(caller, (tx) => tagsRepo(tx).groups()),
    addGroup: (caller, { name }) =>
      db.tenant(caller, async (tx) => {
        if ((await tagsRepo(tx).groups()).length >= TAGS_MOST)
          throw new Failure('invalidInput', `at most ${TAGS_MOST} groups`);
        const id = await tagsRepo(tx).addGroup(name);
        caller.operation.note(name);
        await publishTagsChanged(tx);
        return { id };
      }),
    updateGroup: (caller, { id, name }) =>
      db.tenant(caller, async (tx) => {
        const before = await tagsRepo(tx).findGroup(id);
        if (!before) throw new Failure('notFound');
        await tagsRepo(tx).renameGroup(id, name);
        caller.operation.note(name, { before: { name: before.name }, after: { name } });
        await publishTagsChanged(tx);
        return null;
      }),
    removeGroup: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        const before = await tagsRepo(tx).findGroup(id);
        if (!before) throw new Failure('notFound');
        await tagsRepo(tx).removeGroup(id);
        caller.operation.note(before.name);
        await publishTagsChanged(tx);
        return null;
      }),
    sortGroups: (caller, { ids }) =>
      db.tenant(caller, async (tx) => {
        await tagsRepo(tx).sortGroups(ids);
        await publishTagsChanged(tx);
        return null;
      }),
  };
}
