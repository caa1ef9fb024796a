import type { Db } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { Failure } from '#shared/errors.ts';
import type { callsApi } from '../contract.ts';
import type { CallDesk } from './call-desk.ts';
import { transferTargetsRepo } from './transfer-targets.repo.ts';

/** Whom I hand calls to, wherever I sit. */
export function targetHandlers(
  { db }: { db: Db },
  { goalParts: { board, queues } }: Pick<CallDesk, 'goalParts'>,
): Handlers<Pick<typeof callsApi, 'transferTargets' | 'starTarget'>> {
  return {
    transferTargets: (caller) => db.tenant(caller, (tx) => transferTargetsRepo(tx, caller.userId).kept()),
    async starTarget(caller, { target, isStarred }) {
      const found =
        'userId' in target
          ? board.agent(target.userId, caller.tenantId)
          : await queues.group(caller.tenantId, target.groupId);
      if (!found) throw new Failure('notFound');
      return db.tenant(caller, async (tx) => {
        const targets = transferTargetsRepo(tx, caller.userId);
        await targets.star(target, isStarred);
        caller.operation.note('name' in found ? found.name : '', { after: { isStarred } });
        return targets.kept();
      });
    },
  };
}
