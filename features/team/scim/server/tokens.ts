import { randomBytes } from 'node:crypto';
import { companyOf } from '#features/team/sso/server/index.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { takeTurn } from '#platform/server/leases/turn.ts';
import { hashToken } from '#platform/server/sessions/sessions.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { TOKENS_MOST, type scimApi } from '../contract.ts';
import { tokensRepo } from './tokens.repo.ts';

const PREFIX = 'scim_';
const TOKEN_BYTES = 32;
const PREFIX_SHOWN = 12;

/** Tokens of the company's provider: who holds one makes and ends members, so an owner alone gives them. */
export function tokenHandlers({
  db,
  publicUrl,
}: Pick<World, 'db' | 'publicUrl'>): Handlers<Pick<typeof scimApi, 'tokens' | 'addToken' | 'removeToken'>> {
  return {
    async tokens(caller) {
      refuseOthers(caller);
      return { address: scimAddress(publicUrl), tokens: await db.tenant(caller, (tx) => tokensRepo(tx).all()) };
    },

    async addToken(caller, { networks }) {
      refuseOthers(caller);
      const token = PREFIX + randomBytes(TOKEN_BYTES).toString('base64url');
      const prefix = token.slice(0, PREFIX_SHOWN);
      const id = await db.tenant(caller, async (tx) => {
        // Which domains the provider speaks for stands there.
        if (!(await companyOf(tx, tx.tenantId))) throw new Failure('scimNeedsSso');
        await takeTurn(tx, 'scim tokens');
        const repo = tokensRepo(tx);
        if ((await repo.all()).length >= TOKENS_MOST) throw new Failure('tooManyScimTokens');
        caller.operation.note(prefix, { after: { networks } });
        return repo.add({ prefix, hash: hashToken(token), networks }, caller.name);
      });
      return { id, token };
    },

    async removeToken(caller, { id }) {
      refuseOthers(caller);
      await db.tenant(caller, async (tx) => {
        const prefix = await tokensRepo(tx).remove(id);
        if (prefix === null) throw new Failure('notFound');
        caller.operation.note(prefix);
      });
      return null;
    },
  };
}

/** Where the provider finds us. */
export const scimAddress = (publicUrl: string): string => `${publicUrl}/api/scim/v2`;

function refuseOthers({ isOwner }: Caller): void {
  if (!isOwner) throw new Failure('ssoOwnerOnly');
}
