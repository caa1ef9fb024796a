-- The best score a survey let the caller give: flows ask from 2 to 9, the question after a call from 5.
alter table call_record add column survey_scale smallint not null default 5 check (survey_scale between 2 and 9);
