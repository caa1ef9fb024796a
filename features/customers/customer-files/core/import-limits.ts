export const IMPORT_ROWS_MOST = 1_000_000;
export const IMPORT_COLUMNS_MOST = 500;
export const IMPORT_BYTES_MOST = 400 * 1024 * 1024;
