-- Who a visitor is by proof: the host site's signature, or a carrier that proves the number. Agents link visitors to whom they like
-- (customer_id); what colleagues wrote with a customer opens by proof alone.
alter table chat_visitor add column proven_customer_id bigint references customer on delete set null;
-- An address the visitor has shown to be theirs.
alter table chat_visitor add column proven_email text not null default '';
create index chat_visitor_proven on chat_visitor (tenant_id, proven_customer_id) where proven_customer_id is not null;
