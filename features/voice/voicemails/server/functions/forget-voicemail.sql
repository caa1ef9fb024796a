-- What can no longer be heard is no message: its time was over, or its caller was forgotten. That there was one stands in the record.
create or replace function forget_voicemail() returns trigger language plpgsql as $$
begin
  delete from voicemail where tenant_id = new.tenant_id and recording_id = new.recording_id;
  return null;
end $$;
