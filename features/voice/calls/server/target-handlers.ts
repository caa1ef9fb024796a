import type { Db } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { Failure } from '#shared/errors.ts';
import type { callsApi } from '../contract.ts';
import type { CallDesk } from './call-desk.ts';
import { transferTargetsRepo } from './transfer-targets.repo.ts';

/** Whom I hand calls to, wherever I sit. */
export function targetHandlers(
  { db }: { db: Db },
  { goalParts: { queues } }: Pick<CallDesk, 'goalParts'>,
): Handlers<Pick<typeof callsApi, 'transferTargets' | 'starTarget'>> {
  return {
    transferTargets: (caller) => db.tenant(caller, (tx) => transferTargetsRepo(tx, caller.userId).kept()),
    async starTarget(caller, { target, isStarred }) {
      const group = 'groupId' in target ? await queues.group(caller.tenantId, target.groupId) : null;
      return db.tenant(caller, async (tx) => {
        const targets = transferTargetsRepo(tx, caller.userId);
        const name = 'userId' in target ? await targets.nameOf(target.userId) : group && `#${target.groupId}`;
        if (name === null) throw new Failure('notFound');
        await targets.star(target, isStarred);
        caller.operation.note(name, { after: { isStarred } });
        return targets.kept();
      });
    },
  };
}
