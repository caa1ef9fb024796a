import type { CampaignRow } from '#features/outbound/campaigns/server/index.ts';

/** Whether money and prices that a campaign stands still for have come. */
export interface MoneyWatch {
  /** `lookOn`: those who are next have no price, and were put aside for those behind them. */
  isPaid(campaign: CampaignRow): Promise<boolean | 'lookOn'>;
  hasPriceCome(campaign: CampaignRow): Promise<boolean>;
}
