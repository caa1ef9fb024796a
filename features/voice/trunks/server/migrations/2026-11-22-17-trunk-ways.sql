-- By what an edge of the exchange knows whose trunk a carrier calls over: the name we registered there, and where it sends from.
create table edge.trunk_way (
  -- The word calls name it by.
  line       text primary key,
  -- Null: whoever has the number; the installation lends it.
  tenant_id  bigint references tenant on delete cascade,
  -- What we register as; nobody but the carrier is told.
  token      text not null unique,
  -- Of several teams' trunks to one carrier the first counts.
  since      timestamptz not null
);
create index trunk_way_tenant on edge.trunk_way (tenant_id);
create table edge.trunk_source (
  line     text not null references edge.trunk_way on delete cascade,
  network  inet not null,
  primary key (line, network)
);
create index trunk_source_network on edge.trunk_source using gist (network inet_ops);
