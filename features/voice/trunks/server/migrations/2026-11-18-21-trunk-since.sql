-- Since when it brings the calls it brings: from where, and how numbers are read. Of teams that share a carrier the first has a number.
alter table sip_trunk add column claims_since timestamptz not null default now();
