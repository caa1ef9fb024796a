-- Row-level security keeps ilike, which is not leakproof, from using an index: this one only made writing dearer.
drop index operation_log_words;
