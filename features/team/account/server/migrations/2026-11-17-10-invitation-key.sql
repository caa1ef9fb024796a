-- What others promise with an invitation points at it.
alter table invitation add unique (tenant_id, id);
