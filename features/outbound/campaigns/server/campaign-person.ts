import { sql } from 'kysely';
import { deleteFile } from '#features/office/files/server/index.ts';
import type { CustomerTies, DataSubject, PersonData } from '#platform/server/contributions.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { cancelCampaignImport } from './import-handlers.ts';
import { campaignImportsRepo } from './imports.repo.ts';

const isOf = ({ customerIds, numbers }: DataSubject) =>
  sql`(x.customer_id = any(${customerIds}::bigint[]) or x.number = any(${numbers}::text[]))`;

/** Files may tell of anybody: whoever is erased takes along every one that is not written yet, and every file of wrong rows. */
async function forgetFiles(tx: TenantTx): Promise<number> {
  let gone = 0;
  for (const row of await campaignImportsRepo(tx).withFiles()) {
    if (await cancelCampaignImport(tx, row)) gone += 1;
    else if (row.errorFileId !== null) {
      await deleteFile(tx, row.errorFileId);
      await campaignImportsRepo(tx).change(row.id, ['done'], { errorFileId: null });
      gone += 1;
    }
  }
  return gone;
}

export const campaignPersonData: PersonData = {
  name: 'campaigns',
  async erase(tx, person) {
    const { rows: gone } = await sql<{ campaign: number; done: boolean; counted: boolean }>`
      delete from campaign_customer x where ${isOf(person)} returning campaign_id campaign, task_state = 1 done, closed_by is distinct from 'removed' counted`.execute(
      tx.as(),
    );
    // Their number may have been dialled for somebody else of the list, whose call it stays.
    await sql`update campaign_attempt x set number = '', customer_id = null where ${isOf(person)}`.execute(tx.as());
    for (const { campaign, done } of gone.filter(({ counted }) => counted))
      await sql`update campaign set customers = customers - 1, completed = completed - ${done ? 1 : 0} where id = ${campaign}`.execute(
        tx.as(),
      );
    return gone.length + (await forgetFiles(tx));
  },
  export: async (tx, person) =>
    (
      await sql<object>`
        select c.name campaign, x.number, x.name, x.columns, x.consent, x.result, x.note, x.skip_reason, x.attempts, x.last_call_at, x.created_at,
          coalesce((select json_agg(json_build_object('began_at', a.began_at, 'ended_at', a.ended_at, 'status', a.status, 'talk_sec', a.talk_sec) order by a.id) from campaign_attempt a where a.member_id = x.id), '[]') calls
        from campaign_customer x join campaign c on c.id = x.campaign_id where ${isOf(person)} order by x.id`.execute(
        tx.as(),
      )
    ).rows,
};

/** Whoever is to call a customer has to do with them, until they or the campaign are taken out. */
export const campaignTies: CustomerTies = (userId, customerIds) => sql`
  select one id from unnest(${customerIds}::bigint[]) one
  where exists (select 1 from campaign_customer x join campaign c on c.id = x.campaign_id and c.removed_at is null
    where x.customer_id = one and x.agent_id = ${userId} and x.closed_by is distinct from 'removed')`;
