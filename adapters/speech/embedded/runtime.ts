import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The little of the models' runtime we use. It comes with the kit, so there are no types of its own. */
export interface Runtime {
  Tensor: new (
    type: string,
    data: Float32Array | BigInt64Array | readonly boolean[],
    dims: readonly number[],
  ) => Tensor;
  InferenceSession: { create(file: string, options: object): Promise<ModelSession> };
}

export interface Tensor {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

export interface ModelSession {
  run(feeds: Readonly<Record<string, Tensor>>): Promise<Record<string, Tensor>>;
}

/** One thread each: there are as many programs as cores, and calls need some of them too. */
export const SESSION_OPTIONS = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  graphOptimizationLevel: 'all',
  logSeverityLevel: 3,
};

export function loadRuntime(kit: string): Runtime {
  return createRequire(join(kit, 'kit.js'))('onnxruntime-node') as Runtime;
}
