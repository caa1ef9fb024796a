-- Passes of visitors that are still good, for an edge of the exchange; `called` is all they may call. It spends one by edge.spend_guest_pass.
create view edge.guest_passes as
select p.guest username, p.ha1, 'group' called from chat_call_pass p where p.used_at is null and p.expires_at > now();
grant select on edge.guest_passes to openseat_edge;
