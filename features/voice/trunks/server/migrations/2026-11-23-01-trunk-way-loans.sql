-- To whom a line of the installation is lent: the edge leads its calls to nobody else. Null: to all.
alter table edge.trunk_way add column lent_to bigint[];
