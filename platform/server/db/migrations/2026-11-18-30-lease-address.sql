-- Where whoever holds a lease is reached by the other processes, and what they show there. Null until it is ready, and once nothing is left to do.
alter table lease add column address text, add column pass text;
