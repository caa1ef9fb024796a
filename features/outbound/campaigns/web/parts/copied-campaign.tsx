import FoundCampaign, { type FoundCampaignProps } from './found-campaign.tsx';

/** The campaign that a new one is a copy of; null: it is none. */
export default function CopiedCampaign<Detail>({ id, read, children }: FoundCampaignProps<Detail | null>) {
  if (id === null) return children(null);
  return (
    <FoundCampaign id={id} read={read}>
      {children}
    </FoundCampaign>
  );
}
