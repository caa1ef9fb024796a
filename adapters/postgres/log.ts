/** Where the embedded database tells what happens to it; a pino logger fits. */
export interface Log {
  info(text: string): void;
  warn(text: string): void;
}
