-- A call is written when it begins, when it is answered and when it ends: room beside the row keeps the second from touching the indexes.
alter table call_record set (fillfactor = 80);
