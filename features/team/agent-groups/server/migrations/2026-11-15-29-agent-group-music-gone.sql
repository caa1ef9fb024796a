-- Music of one's own comes with uploaded sounds; a setting nobody obeys would be a lie.
alter table agent_group drop column music;
