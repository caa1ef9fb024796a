-- What is asked after the text, in order; as features/scripts/contract.ts says.
alter table script add column steps jsonb not null default '[]';

-- What was answered in a call. The question is kept as it was asked: scripts change, answers do not.
create table script_answer (
  tenant_id    bigint not null references tenant on delete cascade,
  call_id      text not null,
  script_id    bigint not null,
  step_id      text not null,
  script_name  text not null,
  -- Its place in the script, for reading in order.
  place        int not null,
  question     text not null,
  kind         text not null check (kind in ('choice', 'yesNo', 'text', 'number', 'date')),
  answer       text not null,
  -- Given on a way through the script that was left again.
  is_left      boolean not null default false,
  user_id      bigint not null,
  author       text not null,
  at           timestamptz not null default now(),
  primary key (tenant_id, call_id, script_id, step_id)
);
call make_tenant_table('script_answer');
