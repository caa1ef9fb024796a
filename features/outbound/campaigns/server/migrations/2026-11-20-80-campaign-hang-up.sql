-- Whoever took the line hung up before they could be told from a machine: nobody of ours was offered, nobody was talked with.
alter table campaign_attempt add column hung_up boolean not null default false;
