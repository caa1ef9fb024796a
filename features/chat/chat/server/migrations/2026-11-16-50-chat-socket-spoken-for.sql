-- When the process that holds a page's socket last spoke for it: how old the page's own sign of life is says nothing once that process is dead.
alter table chat_socket add column spoken_for_at timestamptz;
