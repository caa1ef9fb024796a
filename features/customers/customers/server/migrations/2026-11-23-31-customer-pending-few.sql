-- Whoever looks for a number reads all that waits to be put into the index, one after another. With 4 MB of it a look took
-- milliseconds while customers were being added; adding costs the same with little of it.
alter index customer_sets set (gin_pending_list_limit = 128);
