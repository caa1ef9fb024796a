-- Certificates a trunk trusts besides the usual ones, as PEM; those that are there trust none.
update sip_trunk set settings = settings || '{"roots": ""}' where not settings ? 'roots';
