import { z } from 'zod';
import type { BucketAccount } from '#adapters/files/s3/open-bucket.ts';

/** Where files are kept: recordings, uploads, exports, prompts. */
export const filesSettings = {
  /** Where new ones go: `folder` (in DATA_DIR) or `s3`. What is in the other is read there until it is moved. */
  FILES: z.enum(['folder', 's3']).default('folder'),
  /** A store that speaks S3, with the bucket: `https://s3.example/bucket`, or `https://bucket.s3.eu-central-1.amazonaws.com`. */
  FILES_S3_URL: z
    .string()
    .regex(
      /^https?:\/\/(\[[0-9a-f:]+\]|[a-z0-9.-]+)(:\d{1,5})?(\/[A-Za-z0-9._/-]*)?$/i,
      'must be https://host/bucket or https://bucket.host',
    )
    .optional(),
  FILES_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,60}$/, 'must be a region like us-east-1')
    .default('us-east-1'),
  FILES_S3_KEY_ID: z.string().min(1).max(500).optional(),
  FILES_S3_SECRET: z.string().min(1).max(500).optional(),
  /** Before the names of objects, where a bucket is shared. */
  FILES_S3_PREFIX: z
    .string()
    .regex(/^([a-z0-9][a-z0-9_.-]*\/)*$/, 'must be like openseat/')
    .default(''),
};

const Shape = z.object(filesSettings);

export type FilesPlaceName = 'folder' | 's3';

export interface FilesPlaces {
  newIn: FilesPlaceName;
  /** Null while no store is given. */
  s3: { account: BucketAccount; prefix: string } | null;
}

/** A sentence where the settings do not fit together. */
export function readFilesPlaces(s: z.output<typeof Shape>): FilesPlaces | string {
  const given = [s.FILES_S3_URL, s.FILES_S3_KEY_ID, s.FILES_S3_SECRET].filter((value) => value !== undefined);
  if (given.length > 0 && given.length < 3)
    return 'Settings FILES_S3_URL, FILES_S3_KEY_ID and FILES_S3_SECRET belong together: give all or none.';
  if (s.FILES === 's3' && given.length === 0)
    return 'Setting FILES=s3 needs FILES_S3_URL, FILES_S3_KEY_ID and FILES_S3_SECRET: where files are to be kept.';
  if (s.FILES_S3_URL === undefined) return { newIn: s.FILES, s3: null };
  return {
    newIn: s.FILES,
    s3: {
      account: {
        url: s.FILES_S3_URL,
        region: s.FILES_S3_REGION,
        keyId: s.FILES_S3_KEY_ID!,
        secret: s.FILES_S3_SECRET!,
      },
      prefix: s.FILES_S3_PREFIX,
    },
  };
}
