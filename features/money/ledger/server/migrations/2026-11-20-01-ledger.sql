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
-- What is here is written by the functions of this feature, which check whose it is; whoever else may read.
call make_tenant_table('money_account', 'select');

-- Money that went from one account to another. Never changed, never taken away: what was wrong is put right by an entry of its own.
create table money_entry (
  id         bigint generated always as identity primary key,
  tenant_id  bigint not null references tenant on delete cascade,
  at         timestamptz not null default now(),
  -- Where it came from and went to; `balance` is the tenant's. See core/money/entry-kinds.ts.
  debit      text not null,
  credit     text not null check ((credit = 'balance') <> (debit = 'balance')),
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
create index money_entry_kind on money_entry (tenant_id, kind, at desc, id desc);
create index money_entry_call on money_entry (tenant_id, (detail ->> 'callId')) where detail ? 'callId';
call make_tenant_table('money_entry', 'select');

-- What a living call, or a message on its way, may cost: part of the balance, but not to be spent by others.
create table money_hold (
  tenant_id   bigint not null references tenant on delete cascade,
  -- Of what will be charged: `<call id>` or `<call id>/<leg>`.
  ref         text not null,
  call_id     text not null,
  amount_e4   bigint not null check (amount_e4 >= 0),
  -- The price as it was at the beginning: core/money/held-price.ts.
  price       jsonb not null,
  -- The outside line was answered; null: not yet. What is charged counts from here.
  answered_at timestamptz,
  -- Its leg ended before the call did; null: with the call.
  ended_at    timestamptz,
  -- Nobody held on to it: it is given back, or settled when there is a record.
  expires_at  timestamptz not null,
  primary key (tenant_id, ref)
);
create index money_hold_call on money_hold (tenant_id, call_id);
create index money_hold_due on money_hold (expires_at);
call make_tenant_table('money_hold', 'select');

-- Bodies of functions are in `functions/`.
create function refuse_entry_change() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger money_entry_stays before update or delete on money_entry for each row execute function refuse_entry_change();
create trigger money_entry_not_emptied before truncate on money_entry for each statement execute function refuse_entry_change();

create function watch_balance() returns trigger language plpgsql as $$ begin return new; end $$;
create trigger money_account_watched before update of balance_e4, warn_below_e4 on money_account for each row execute function watch_balance();

-- A call is charged in the transaction that writes its end, whoever writes it.
create function settle_call_holds() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger call_record_settled after update of ended_at on call_record for each row
  when (new.ended_at is not null and old.ended_at is null) execute function settle_call_holds();
-- Records that come as many at once, and are over, rarely have anything held: they are looked at together.
create function settle_new_records() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger call_record_settled_new after insert on call_record referencing new table as new_rows for each statement execute function settle_new_records();
