-- Somebody who was erased stays kept out without their number being known: a hash of it stands there instead.
alter table blacklist_entry drop constraint blacklist_entry_pattern_check;
alter table blacklist_entry add constraint blacklist_entry_pattern_check check (pattern ~ '^[0-9]{2,25}$' or (pattern ~ '^sha256:[0-9a-f]{64}$' and not is_shape));
