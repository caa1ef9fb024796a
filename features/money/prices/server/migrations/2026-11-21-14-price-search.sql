-- Prices of a list by their digits, of whatever service, and those that name a country.
create index price_row_prefix on price_row (list_id, prefix);
create index price_row_country on price_row (list_id, country) where country <> '';
