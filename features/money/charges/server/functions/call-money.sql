-- What a plan has to know of money for one call: core/money/call-money.ts. Null where the tenant's money is not counted, found by one row.
create or replace function call_money(of_kind text, of_country text, of_number text, with_flow boolean, at_moment timestamptz) returns jsonb
  language plpgsql stable as $$
declare
  account record;
  line jsonb;
  flow jsonb;
begin
  select * into account from money_available();
  if not found then return null; end if;
  line := held_price('call', of_kind, account.currency, of_country, of_number, at_moment);
  if with_flow then flow := held_price('ai', of_kind, account.currency, of_country, of_number, at_moment); end if;
  return jsonb_build_object(
    'availableE4', account.available_e4,
    'price', line,
    'isPriced', line is not null or is_priced(current_tenant(), account.currency, 'call', of_kind, at_moment),
    'flowPrice', flow,
    'isFlowPriced', flow is not null or with_flow and is_priced(current_tenant(), account.currency, 'ai', of_kind, at_moment),
    'ownLinesFree', own_lines_free());
end $$;

-- The price a call holds money by: core/money/held-price.ts.
create or replace function held_price(of_service text, of_kind text, in_currency text, of_country text, of_number text, at_moment timestamptz) returns jsonb
  language plpgsql stable as $$
begin
  return (
    select jsonb_build_object(
      'service', of_service, 'kind', of_kind, 'direction', case when of_kind = 'inbound' then 'inbound' else 'outbound' end,
      'country', coalesce(of_country, ''), 'prefix', p.prefix,
      'firstSec', p.first_sec, 'nextSec', p.next_sec, 'minuteE4', p.price_e4, 'setupE4', p.setup_e4, 'listId', p.list_id)
    from price_of(current_tenant(), in_currency, of_service, of_kind, '', coalesce(of_country, ''), of_number, at_moment) p);
end $$;
