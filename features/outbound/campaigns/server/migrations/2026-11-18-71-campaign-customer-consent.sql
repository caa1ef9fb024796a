-- What a file told of somebody whom we may not know otherwise: asked again at the moment of dialling (shared/codes/consent.ts).
alter table campaign_customer add column consent smallint not null default 0;
