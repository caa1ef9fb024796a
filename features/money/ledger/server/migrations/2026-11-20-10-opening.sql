-- What tenants had becomes the first entry of their accounts. It was counted in the smallest unit of each currency: some have no
-- parts, most have hundredths, a few thousandths.
insert into money_account (tenant_id, currency, balance_e4)
select tenant_id, currency, balance_minor * case
  when currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF') then 10000
  when currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 10
  else 100 end
from tenant_balance;

insert into money_entry (tenant_id, debit, credit, amount_e4, kind, ref)
select tenant_id, case when balance_e4 > 0 then 'opening' else 'balance' end, case when balance_e4 > 0 then 'balance' else 'opening' end,
  abs(balance_e4), 'opening', 'opening'
from money_account where balance_e4 <> 0;

drop table tenant_balance;
