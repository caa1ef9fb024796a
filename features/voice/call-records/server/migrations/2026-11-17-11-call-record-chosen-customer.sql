-- Several customers share a number: who of them called was chosen by somebody, and is no guess any more.
alter table call_record add column customer_chosen boolean not null default false;
