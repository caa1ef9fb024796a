-- What the browser calls itself: whoever removes a device from their list takes its mark along.
alter table known_device add column device_id text not null default '';
