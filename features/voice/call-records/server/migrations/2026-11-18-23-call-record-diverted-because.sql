-- Why a call was forwarded to ours, where the network said so.
alter table call_record add column diverted_because text check (diverted_because in ('always', 'busy', 'noAnswer', 'unreachable', 'byHand'));
