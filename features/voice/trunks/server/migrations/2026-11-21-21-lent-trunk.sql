-- What operators decided about a trunk the installation lends, over what its settings say. One without a row is lent as it is written there.
create table lent_trunk (
  -- The word calls name it by.
  carrier       text primary key,
  name          text not null check (length(name) between 1 and 60),
  -- To whom; null: to all.
  tenant_ids    bigint[],
  is_withdrawn  boolean not null default false
);
