-- What callers of a group hear, from the sounds of the team; null: what the product has. A sound that a group plays stays.
alter table agent_group
  add column music_sound_id    bigint,
  -- Heard to its end before they stand in line.
  add column welcome_sound_id  bigint,
  add column repeat_sound_id   bigint,
  add column repeat_every_sec  int check (repeat_every_sec between 10 and 3600),
  -- Heard by whoever answers, before the caller.
  add column agent_sound_id    bigint,
  -- What is said before recording, by country; null: as the tenant has it.
  add column recording_rules   jsonb,
  add constraint agent_group_repeat check ((repeat_sound_id is null) = (repeat_every_sec is null)),
  add constraint agent_group_music_sound foreign key (tenant_id, music_sound_id) references sound (tenant_id, id),
  add constraint agent_group_welcome_sound foreign key (tenant_id, welcome_sound_id) references sound (tenant_id, id),
  add constraint agent_group_repeat_sound foreign key (tenant_id, repeat_sound_id) references sound (tenant_id, id),
  add constraint agent_group_agent_sound foreign key (tenant_id, agent_sound_id) references sound (tenant_id, id);
create index agent_group_music on agent_group (tenant_id, music_sound_id) where music_sound_id is not null;
create index agent_group_welcome on agent_group (tenant_id, welcome_sound_id) where welcome_sound_id is not null;
create index agent_group_repeated on agent_group (tenant_id, repeat_sound_id) where repeat_sound_id is not null;
create index agent_group_for_agent on agent_group (tenant_id, agent_sound_id) where agent_sound_id is not null;
