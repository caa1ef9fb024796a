-- The group's own recording of the question whether a call may be recorded; null: what the product says.
alter table agent_group
  add column consent_sound_id bigint,
  add constraint agent_group_consent_sound foreign key (tenant_id, consent_sound_id) references sound (tenant_id, id);
create index agent_group_consent on agent_group (tenant_id, consent_sound_id) where consent_sound_id is not null;
