-- The first wrong rows of an import, for the screen: [{ line, wrongs: [{ column, why, value }] }]. They go with the file of wrong rows.
alter table customer_import add column wrong_rows jsonb not null default '[]';
