-- Old passes of a session go when it gets a new one, and all of them with the session.
create index ticket_session on ticket (session_id);
