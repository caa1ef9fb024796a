-- What operators tell everybody in every tenant: each tenant has a copy, so that reading it is its own.
create table installation_notice (
  id          bigint generated always as identity primary key,
  title_cn    text not null default '',
  title_en    text not null default '',
  content_cn  text not null default '',
  content_en  text not null default '',
  starts_at   timestamptz not null,
  ends_at     timestamptz check (ends_at > starts_at),
  by_name     text not null,
  created_at  timestamptz not null default now()
);
alter table announcement add column notice_id bigint references installation_notice on delete cascade;
create index announcement_notice on announcement (notice_id) where notice_id is not null;
