-- A customer's id is given out before its row is written, so that everything that names it can travel with the row.
grant usage on sequence customer_id_seq to openseat_app;
