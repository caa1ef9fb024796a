-- A carrier of the tenant's own has the message, or may have: it is paid for, whatever that carrier tells of it.
alter table sms_message add column handed_over boolean not null default false;
update sms_message set handed_over = true
where direction = 'outbound' and state in ('queued', 'sending', 'sent') and tries > 0 and provider in ('http', 'smpp');
