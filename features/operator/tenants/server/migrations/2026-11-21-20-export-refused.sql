-- A closed tenant is deleted once its archive exists, or an operator said expressly that none is wanted: then this is when.
alter table tenant_export add column refused_at timestamptz;
