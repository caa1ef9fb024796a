-- How each call that goes on could be gone on with by another process than the one that drives it. Written over and over while the call
-- lasts, and gone with it; where calls end with their process nothing is written here.
create table living_call (
  tenant_id  bigint not null references tenant on delete cascade,
  call_id    text not null,
  version    int not null,
  legs       text[] not null,
  state      text not null,
  primary key (tenant_id, call_id),
  foreign key (tenant_id, call_id) references call_record (tenant_id, call_id) on delete cascade
) with (fillfactor = 60);
call make_tenant_table('living_call');
