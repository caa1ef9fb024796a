-- What programs of the team are told of a campaign is numbered: it arrives in any order, and they put it into its own.
alter table campaign add column news bigint not null default 0;
