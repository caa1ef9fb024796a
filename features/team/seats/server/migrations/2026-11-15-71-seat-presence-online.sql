-- Those who take conversations are looked at every second.
create index seat_presence_online on seat_presence (tenant_id, user_id) where online;
