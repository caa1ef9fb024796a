-- What one process at a time may do, and how often it changed hands. Who holds it is known by a lock of its connection.
create table lease (
  name   text primary key,
  epoch  bigint not null
);
