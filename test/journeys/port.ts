/** Where the product of a worker answers: each worker has one of its own, on ports one after another. */
export const journeyPort = (worker = Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)): number =>
  Number(process.env['JOURNEY_PORT'] ?? 3_199) + worker;
