-- What messages cost stands in price lists; here stays where they may go. A tenant that pays from an account keeps the prices it had, as a list
-- of its own in force from now on; where nobody pays they were of no use.
with lists as (
  insert into price_list (tenant_id, name, currency, begins_at)
  select a.tenant_id, 'SMS', a.currency, now() from money_account a
  where exists (select from sms_country c where c.tenant_id = a.tenant_id)
  returning id, tenant_id
)
insert into price_row (list_id, service, country, price_e4)
select l.id, 'sms', c.iso2, c.price_e4 from lists l join sms_country c on c.tenant_id = l.tenant_id;

alter table sms_country drop column price_e4;
