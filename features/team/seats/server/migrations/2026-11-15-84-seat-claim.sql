-- Seats that a team shares: who has one, and who waits for one.
create table seat_claim (
  tenant_id   bigint not null,
  user_id     bigint not null,
  kind        text not null check (kind in ('text', 'voice')),
  -- Whoever asked first is served first.
  no          bigint generated always as identity,
  -- Null while waiting.
  granted_at  timestamptz,
  -- When the seat was last worked at, or the page of whoever waits was last there.
  seen_at     timestamptz not null,
  primary key (tenant_id, user_id, kind),
  foreign key (tenant_id, user_id) references member on delete cascade
);
call make_tenant_table('seat_claim');
create index seat_claim_of_kind on seat_claim (tenant_id, kind, no);
create index seat_claim_waiting on seat_claim (tenant_id, kind) where granted_at is null;
create index seat_claim_seen on seat_claim (seen_at);
