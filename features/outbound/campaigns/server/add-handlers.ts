import { showableNumbers } from '#features/voice/call-routes/server/index.ts';
import { mayUse } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import type { campaignsApi } from '../contract.ts';
import { addFromSource } from './add-from-source.ts';
import { campaignsRepo, type CampaignKind } from './campaigns.repo.ts';
import { assertMayEdit, KIND_RIGHTS } from './kind-rights.ts';

/** More than people choose from; whoever has more finds it by its own page. */
const OPEN_MOST = 500;

/** Customers for a campaign from elsewhere than its own page. */
export const campaignAddHandlers = (
  world: Pick<World, 'db' | 'catalogue' | 'clock'>,
): Handlers<Pick<typeof campaignsApi, 'open' | 'addChosen' | 'numbers'>> => ({
  open: (caller) =>
    world.db.tenant(caller, async (tx) => {
      const kinds = (Object.keys(KIND_RIGHTS) as CampaignKind[]).filter((kind) =>
        mayUse(caller, KIND_RIGHTS[kind].edit),
      );
      const rows = await campaignsRepo(tx).open(kinds, OPEN_MOST);
      return rows.map(({ id, kind, name, customers }) => ({ id, kind, name, customers }));
    }),
  addChosen: (caller, { campaignId, customerIds }) =>
    world.db.tenant(caller, async (tx) => {
      const campaign = await campaignsRepo(tx).find(campaignId, { locked: true });
      assertMayEdit(caller, campaign);
      const { added } = await addFromSource(world, tx, caller, campaign!, { from: 'chosen', customerIds });
      caller.operation.note(campaign!.name, { after: { from: 'chosen', added: added!.added } });
      return added!;
    }),
  numbers: (caller) => world.db.tenant(caller, showableNumbers),
});
