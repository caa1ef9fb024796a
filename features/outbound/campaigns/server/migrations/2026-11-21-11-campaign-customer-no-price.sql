-- Numbers that no list has a price for rest by themselves; the rest of the campaign goes on.
alter table campaign_customer drop constraint campaign_customer_waits_for_check;
alter table campaign_customer add constraint campaign_customer_waits_for_check check (waits_for in ('oldList', 'teamLimit', 'noPrice')) not valid;
