import {
  CAMPAIGN_ATTEMPT_ENDED,
  CAMPAIGN_CUSTOMER_DONE,
  CAMPAIGN_GREW,
  CAMPAIGN_MOVED,
  CAMPAIGN_RESULT,
} from '#features/outbound/campaigns/contract.ts';
import { announcedAttempts, announcedCustomers } from '#features/outbound/campaigns/server/index.ts';
import type { World } from '#platform/server/world.ts';
import { FinalCallStatus } from '#shared/codes/final-call-status.ts';
import type { FanOut, News } from './fan-out.ts';
import { spreadIdsBy, toHooks, type Announced } from './to-hooks.ts';

/** Of a campaign: the first of these is this number of what is told of it. */
interface OfNews extends Announced {
  ids: number[];
  number: number;
}
interface OfMove extends Announced {
  id: number;
  name: string;
  kind: string;
  before: string;
  state: string;
  pauseReason: number | null;
  number: number;
}

/** What campaigns announce, for programs. */
export function campaignSources({ texts }: Pick<World, 'texts'>, spread: FanOut) {
  const ofIds = spreadIdsBy(spread);
  return {
    [CAMPAIGN_MOVED]: toHooks(
      ['campaign.changed'],
      ({ id, name, kind, before, state, pauseReason, number, ...announced }: OfMove) =>
        ofIds('campaign.changed', 'campaignIds', announced, [id], {
          state,
          before,
          pauseReason,
          number,
          campaign: { id, name, kind },
        }),
    ),
    [CAMPAIGN_GREW]: toHooks(
      ['campaign.customersAdded'],
      ({ campaignId, added, ...announced }: Announced & { campaignId: number; added: number }) =>
        ofIds('campaign.customersAdded', 'campaignIds', announced, [campaignId], { added }),
    ),
    [CAMPAIGN_RESULT]: toHooks(['campaign.result'], ({ ids, ...announced }: Announced & { ids: number[] }) =>
      ofIds('campaign.result', 'campaignCustomerIds', announced, ids),
    ),
    [CAMPAIGN_CUSTOMER_DONE]: toHooks(['campaign.customerDone'], ({ tenantId, announcementId, ids, number }: OfNews) =>
      spread(tenantId, ['campaign.customerDone'], async (tx, reader) =>
        (await announcedCustomers(tx, ids, reader)).map(({ place, id, ...data }): News => ({
          type: 'campaign.customerDone',
          key: `${announcementId} ${id}`,
          data: { number: number + place, ...data },
        })),
      ),
    ),
    [CAMPAIGN_ATTEMPT_ENDED]: toHooks(['campaign.attemptEnded'], ({ tenantId, ids, number }: OfNews) =>
      spread(tenantId, ['campaign.attemptEnded'], async (tx, reader) =>
        (await announcedAttempts(tx, ids, reader)).map(({ place, id, campaign, attempt }): News => ({
          type: 'campaign.attemptEnded',
          // One whose end was guessed is told again.
          key: `${id} ${number + place}`,
          data: {
            number: number + place,
            campaign,
            attempt: {
              ...attempt,
              statusName: texts.say(reader.language, FinalCallStatus.row(attempt.status).key),
            },
          },
        })),
      ),
    ),
  };
}
