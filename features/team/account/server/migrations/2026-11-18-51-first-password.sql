-- Given by somebody else: the next sign-in asks for another before anything else.
alter table user_account add column password_is_first boolean not null default false;
