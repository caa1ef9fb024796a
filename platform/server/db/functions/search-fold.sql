-- Words as they are looked for: small letters without marks, whatever width and form they were typed in. The same rule as
-- core/search/search-fold.ts, which a test compares. Columns and indexes are made by it: when it gives something else for the
-- same words, a migration has to have them written anew.
create or replace function search_fold(words text) returns text language sql immutable parallel safe as $$
  select case when octet_length(words) = length(words) then lower(words) else
    replace(replace(replace(replace(
      translate(lower(normalize(regexp_replace(normalize(words, nfkd), '[̀-ͯ]', '', 'g'), nfc)), 'øđðłħıς', 'oddlhiσ'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end
$$;
