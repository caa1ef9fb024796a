import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { BucketAccount } from './open-bucket.ts';

export interface ForeignStore {
  account: BucketAccount;
  stop(): Promise<void>;
}

interface Serving {
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
}

/** The package `@20minutes/s3rver`, from a folder that npm put it into; `port` 0 takes a free one. */
export async function startForeignStore(packages: string, directory: string, port = 0): Promise<ForeignStore> {
  const found = createRequire(join(packages, 'package.json'))('@20minutes/s3rver') as new (options: object) => Serving;
  const server = new found({
    address: '127.0.0.1',
    port,
    silent: true,
    directory,
    configureBuckets: [{ name: 'openseat', configs: [] }],
  });
  const { port: taken } = await server.run();
  return {
    // What it knows by itself.
    account: { url: `http://127.0.0.1:${taken}/openseat`, region: 'us-east-1', keyId: 'S3RVER', secret: 'S3RVER' },
    stop: () => server.close(),
  };
}
