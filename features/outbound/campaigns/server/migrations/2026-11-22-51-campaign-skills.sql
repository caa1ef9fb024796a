-- What whoever works on a campaign must be able to do, as [{ skill, level }]: all of them, each at least so well.
alter table campaign add column skills jsonb not null default '[]';
-- What is spoken to a machine where no sound was chosen; {Column} is filled with the customer's own.
alter table campaign add column machine_text text not null default '' check (length(machine_text) <= 1000);
-- `dayOff`: a day without calls where they are.
alter table campaign_customer drop constraint campaign_customer_waits_for_check;
alter table campaign_customer add constraint campaign_customer_waits_for_check check (waits_for in ('oldList', 'teamLimit', 'noPrice', 'dayOff')) not valid;
