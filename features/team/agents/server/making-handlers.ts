import { openPasswords } from '#features/team/account/server/index.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { Failure } from '#shared/errors.ts';
import type { NewAgent, rosterApi } from '../contract/roster.ts';
import { checkAgents, readAgentFile } from './agent-file.ts';
import { makeAgents, prepare } from './agent-making.ts';
import type { RosterParts } from './roster-parts.ts';
import { namesOf, refuseUnknownGroups } from './roster-rules.ts';
import { lineOf } from './web-call-lines.ts';

type MakingCalls = 'create' | 'checkFile' | 'createMany';

/** New agents, one by one or from a file. */
export function makingHandlers(parts: RosterParts): Handlers<Pick<typeof rosterApi, MakingCalls>> {
  const { db, metrics } = parts.world;
  const passwords = openPasswords(metrics.registry);

  return {
    async create(caller, wish) {
      if (wish.lineId !== undefined) await lineOf(parts.world, wish.lineId);
      const prepared = await prepare(passwords, [wish]);
      return db.tenant(caller, async (tx) => {
        await refuseUnknownGroups(parts, tx, wish.groupIds);
        const [made] = await makeAgents(parts, tx, caller, prepared);
        caller.operation.note(wish.email, { after: logged(made!) });
        return made!;
      });
    },

    async checkFile(caller, { entrance }, file) {
      const rows = await readAgentFile(file.path);
      return db.tenant(caller, async (tx) => (await checkAgents(parts, tx, rows, entrance)).checked);
    },

    async createMany(caller, { entrance }, file) {
      const rows = await readAgentFile(file.path);
      const found = await db.tenant({ tenantId: caller.tenantId }, (tx) => checkAgents(parts, tx, rows, entrance));
      if (found.checked.wrongCount > 0) throw new Failure('agentFileWrong', String(found.checked.wrong[0]!.line));
      const prepared = await prepare(
        passwords,
        found.wishes.map((wish) => ({ ...wish, entrance })),
      );
      return db.tenant(caller, async (tx) => {
        const made = await makeAgents(parts, tx, caller, prepared);
        caller.operation.note(namesOf(made), { after: { agents: made.map(({ email }) => email), entrance } });
        return made;
      });
    },
  };
}

/** Never the password. */
const logged = ({ name, userId, wasMember, password }: NewAgent) => ({
  name,
  userId,
  wasMember,
  entrance: wasMember ? 'member' : password === null ? 'invitation' : 'password',
});
