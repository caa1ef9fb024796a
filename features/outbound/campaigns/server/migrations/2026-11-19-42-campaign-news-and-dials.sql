-- What programs of the team are told of a campaign is numbered: it arrives in any order, and they put it into its own.
alter table campaign add column news bigint not null default 0;
-- When a person's phone dialled for the attempt: from then on it is that dial's, and another has one of its own.
alter table campaign_attempt add column dialled_at timestamptz;
