-- Finds any part of a name or target among millions of entries, whichever of the columns is asked for.
create index operation_log_words on operation_log using gin (tenant_id, user_name gin_trgm_ops, target gin_trgm_ops);

-- The seals must not be emptied behind the back of the trigger for rows.
create trigger operation_log_seal_no_truncate before truncate on operation_log_seal for each statement execute function refuse_change();
