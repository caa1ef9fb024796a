/** What synchronous work takes of the processor, in milliseconds: the same on a machine that is busy with other things. */
export function processorMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
