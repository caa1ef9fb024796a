-- Where people with a seat work now; nobody is here before the first switch.
create table seat_presence (
  tenant_id    bigint not null,
  user_id      bigint not null,
  online       boolean not null default false,
  seat_in_use  text check (seat_in_use in ('text', 'voice')),
  changed_at   timestamptz not null default now(),
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references member on delete cascade
);
call make_tenant_table('seat_presence');
