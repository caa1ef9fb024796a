-- Customers are found without accents and by pinyin (`customer_search`). Rows that are there get their text from a job, some at
-- a time: written anew at once, a million of them would be locked for minutes. Until it comes to them they are found as before
-- by what has no accents.
select enqueue_job('customers.fold', '{}'::json, job_key => 'customers.fold') where exists (select 1 from customer);
