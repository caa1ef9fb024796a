-- Whom a draft brings in when it is launched: a saved condition, or chosen customers. Nothing of it has come in yet.
alter table campaign add column draft_of jsonb;
