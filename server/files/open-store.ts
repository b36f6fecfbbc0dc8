import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { type BucketSettings, createBucketStore } from './bucket-store.ts'
import { createDiskStore } from './disk-store.ts'
import type { FileKind, FileStore } from './file-store.ts'

export type StoreConfig = Pick<
  Config,
  | 'DATA_DIR'
  | 'WORKERS'
  | 'S3_ENDPOINT'
  | 'S3_BUCKET'
  | 'S3_REGION'
  | 'S3_ACCESS_KEY_ID'
  | 'S3_SECRET_ACCESS_KEY'
>

/** The bucket of the site; without one, files are in the data folder. */
export function bucketOf(config: StoreConfig): BucketSettings | undefined {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = config
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config
  if (!(endpoint && bucket && accessKeyId && secretAccessKey)) return undefined
  return { endpoint, bucket, region, accessKeyId, secretAccessKey }
}

/** The store of one kind of files: the bucket of the site, else the data folder. */
export function openStore(config: StoreConfig, kind: FileKind): FileStore {
  const bucket = bucketOf(config)
  if (bucket) return createBucketStore(bucket, kind)
  return createDiskStore(join(config.DATA_DIR, kind.folder), kind, config.WORKERS > 1)
}
