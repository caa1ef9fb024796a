import type { IncomingMessage } from 'node:http';

export interface BucketCall {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'HEAD';
  /** Below the bucket; empty: the bucket itself. */
  key: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array;
}

export interface Bucket {
  /** The answer with its body unread; tried again while the bucket is busy or cannot be reached. Throws `BucketRefusal` for any status but these. */
  open(call: BucketCall, expected: readonly number[]): Promise<IncomingMessage>;
  /** The same, read to its end. */
  ask(
    call: BucketCall,
    expected: readonly number[],
  ): Promise<{ status: number; answer: IncomingMessage; body: string }>;
  close(): void;
}
