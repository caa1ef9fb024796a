import { sql } from 'kysely';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { dropOldKeys } from './decryption-keys.ts';
import { fetchMetadata } from './described-provider.ts';
import { readIdpMetadata } from './idp-metadata.ts';
import { sweep } from './messages.repo.ts';
import { isSameProvider } from './settings.ts';
import { companiesWithAddress } from './sso.repo.ts';

/** Deletes what can never be used again. */
export const sweepJob = ({ db, clock }: Pick<World, 'db' | 'clock'>): Job => ({
  task: 'sso.sweep',
  cron: '23 * * * *',
  run: () =>
    db.everyTenant('rows of people who are not signed in', async (tx) => {
      await sweep(tx, clock.nowMs());
      await dropOldKeys(tx, clock.nowMs());
    }),
});

/**
 * Reads the descriptions at addresses again, so that a provider may change its certificates without anybody being
 * locked out. A description that became somebody else's changes nothing.
 */
export const refreshJob = ({ db, log, outside }: Pick<World, 'db' | 'log' | 'outside'>): Job => ({
  task: 'sso.refresh',
  cron: '41 4 * * *',
  waits: true,
  async run() {
    for (const before of await db.everyTenant('all companies', companiesWithAddress)) {
      const { tenantId } = before;
      try {
        const after = readIdpMetadata(await fetchMetadata({ outside }, before.metadataUrl!));
        if (!isSameProvider(before, after)) throw new Failure('ssoMetadataInvalid', 'another provider');
        await db.everyTenant('no person asks', (tx) =>
          sql`
          update sso_config set certificates = ${after.certificates}, logout_url = ${after.logoutUrl}, logout_response_url = ${after.logoutResponseUrl}
          where tenant_id = ${tenantId} and idp_entity_id = ${after.idpEntityId} and sign_in_url = ${after.signInUrl}`.execute(
            tx.as(),
          ),
        );
      } catch (thrown) {
        if (!(thrown instanceof Failure)) throw thrown;
        log.warn({ tenantId, why: thrown.name, detail: thrown.detail }, 'description of an identity provider not read');
      }
    }
  },
});
