declare module 'pg/lib/utils.js' {
  /** A value as the driver writes it to the wire. */
  export function prepareValue(value: unknown): unknown;
}
