-- A code that no carrier took: whoever asked may ask again at once.
alter table verify_code add column failed_at timestamptz;
-- Codes to telephones cost money: they are counted by who asked for them, whatever numbers they went to.
create index verify_code_phone_network on verify_code (network, created_at) where left(contact, 1) = '+';
