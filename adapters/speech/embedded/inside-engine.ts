/** The side of a program that `startEngine` started: where its kit is, and how it answers. It lives exactly as long as its parent wants it to. */
export function insideEngine<From extends object>(): { kit: string; send(message: From): void } {
  process.on('disconnect', () => process.exit());
  // A terminal or a service manager tells all of a group at once: it is the parent that decides when we are not needed any more.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  return { kit: process.argv[2]!, send: (message) => void process.send!(message) };
}
