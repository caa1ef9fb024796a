-- Whoever sees the dashboard sees the reports, and takes them along where they may take it along.
update role set functions = array_append(functions, 'statistics.view') where 'dashboard.view' = any (functions) and not 'statistics.view' = any (functions);
update role set functions = array_append(functions, 'statistics.export') where 'dashboard.export' = any (functions) and not 'statistics.export' = any (functions);
