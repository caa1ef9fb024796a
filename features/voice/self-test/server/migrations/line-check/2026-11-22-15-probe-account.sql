-- Accounts of phones that test a line or a flow, for an edge of the exchange, which cannot reckon their passwords itself. They last ten
-- minutes and go with the next one that the tenant makes.
create table probe_account (
  account    text primary key,
  tenant_id  bigint not null references tenant on delete cascade,
  user_id    bigint not null,
  ha1        text not null,
  ends_at    timestamptz not null,
  foreign key (tenant_id, user_id) references member on delete cascade
);
create index probe_account_end on probe_account (tenant_id, ends_at);
call make_tenant_table('probe_account');

-- The columns of edge.sip_accounts. Whoever made one still belongs to the team, as probe-accounts.ts says.
create view edge.test_accounts as
select p.account username, p.ha1, p.tenant_id::text tenant, (p.tenant_id % 64)::text shard, false demo, null::inet[] networks
from probe_account p
  join member m on m.tenant_id = p.tenant_id and m.user_id = p.user_id and m.enabled
where p.ends_at > now();
grant select on edge.test_accounts to openseat_edge;
