-- A device may be a mobile number that is called.
alter table agent drop constraint agent_device_check;
alter table agent add constraint agent_device_check check (device in ('browser', 'sipPhone', 'mobile'));
-- Digits with the country's code.
alter table agent add column mobile_number text check (mobile_number ~ '^[1-9][0-9]{6,14}$');
alter table agent add constraint agent_mobile_known check (device <> 'mobile' or mobile_number is not null);
