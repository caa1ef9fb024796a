export const IMPORT_COLUMNS_MOST = 500;
/** Rows that are looked at before anybody says what the columns are. */
export const PEEKED_ROWS = 200;
