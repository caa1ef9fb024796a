-- Whoever has to know asks `outgoing_is_held()`: requests of tenants see no table of the installation.
revoke select on outgoing_hold from openseat_app;
