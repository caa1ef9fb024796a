-- What tenants have paid and used. Amounts are whole ten-thousandths of the currency's unit ("e4"), so that sums are exact in every currency.

-- Whose money is counted. A tenant without an account pays nobody here.
create table money_account (
  tenant_id      bigint primary key references tenant on delete cascade,
  currency       text not null check (currency ~ '^[A-Z]{3}$'),
  -- The sum of its entries, and what living calls hold of it: written by the functions of this feature alone, compared by a job.
  balance_e4     bigint not null default 0,
  held_e4        bigint not null default 0 check (held_e4 >= 0),
  -- How far below nothing it may go.
  credit_e4      bigint not null default 0 check (credit_e4 >= 0),
  -- Below this its owners are told, once until it is above again; null: never.
  warn_below_e4  bigint,
  warned_at      timestamptz,
  opened_at      timestamptz not null default now()
);
call make_tenant_table('money_account', 'select, insert, update');

-- Money that went from one account to another. Never changed, never taken away: what was wrong is put right by an entry of its own.
create table money_entry (
  id         bigint generated always as identity primary key,
  tenant_id  bigint not null references tenant on delete cascade,
  at         timestamptz not null default now(),
  -- Where it came from and went to; `balance` is the tenant's. See core/money/entry-kinds.ts.
  debit      text not null,
  credit     text not null check (credit <> debit),
  amount_e4  bigint not null check (amount_e4 > 0),
  kind       text not null,
  -- What it is for, unique within its kind: the call, the message, the payment. Nothing is booked twice.
  ref        text not null,
  -- What a bill shows of it: country, seconds, price.
  detail     jsonb not null default '{}',
  by_user    bigint,
  unique (tenant_id, kind, ref)
);
create index money_entry_page on money_entry (tenant_id, at desc, id desc);
call make_tenant_table('money_entry', 'select, insert');

-- What a living call, or a message on its way, may cost: part of the balance, but not to be spent by others.
create table money_hold (
  tenant_id   bigint not null references tenant on delete cascade,
  -- Of what will be charged: `<call id>` or `<call id>/<leg>`.
  ref         text not null,
  call_id     text not null,
  amount_e4   bigint not null check (amount_e4 >= 0),
  -- The price as it was at the beginning: { kind, direction, country, prefix, number?, firstSec, nextSec, minuteE4, setupE4, listId }.
  price       jsonb not null,
  -- The outside line was answered; null: not yet. What is charged counts from here.
  answered_at timestamptz,
  -- Nobody held on to it: it is given back, or settled when there is a record.
  expires_at  timestamptz not null,
  primary key (tenant_id, ref)
);
create index money_hold_call on money_hold (tenant_id, call_id);
create index money_hold_due on money_hold (expires_at);
call make_tenant_table('money_hold');
