import type { SiteVideos } from './cli/archive/videos.ts'
import type { Config } from './config.ts'
import { type BucketFiles, type BucketSettings, createBucketFiles } from './features/media/bucket-files.ts'
import { createImageFiles, type ImageFiles } from './features/media/image-files.ts'
import { mediaFolder } from './features/media/media-folder.ts'
import { createBucketVideoFiles } from './features/video/bucket-video-files.ts'
import {
  createVideoFiles,
  uploadsFolder,
  type VideoFiles,
  videosFolder,
} from './features/video/video-files.ts'

type MediaConfig = Pick<
  Config,
  'DATA_DIR' | 'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>

function bucketSettings(config: MediaConfig): BucketSettings | undefined {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = config
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config
  if (!(endpoint && bucket && accessKeyId && secretAccessKey)) return
  return { endpoint, bucket, region, accessKeyId, secretAccessKey }
}

export function bucketFiles(config: MediaConfig): BucketFiles | undefined {
  const settings = bucketSettings(config)
  return settings && createBucketFiles(settings)
}

/** The site's images: in its bucket, else in the data folder. */
export function mediaFiles(config: MediaConfig): ImageFiles {
  return bucketFiles(config) ?? createImageFiles(mediaFolder(config.DATA_DIR))
}

export function mediaLocation({ DATA_DIR, S3_ENDPOINT, S3_BUCKET }: MediaConfig): string {
  return S3_ENDPOINT ? `the bucket ${S3_BUCKET}` : mediaFolder(DATA_DIR)
}

interface Storage {
  files: ImageFiles
  /** The site is ready only when all of these accept a write. */
  needed: { folders: string[]; storage?: () => Promise<void> }
}

export function openStorage(config: MediaConfig & Pick<Config, 'WORKERS'>): Storage {
  const folders = [config.DATA_DIR]
  const bucket = bucketFiles(config)
  if (bucket) return { files: bucket, needed: { folders, storage: bucket.check } }
  const folder = mediaFolder(config.DATA_DIR)
  return { files: createImageFiles(folder, config.WORKERS > 1), needed: { folders: [...folders, folder] } }
}

/** The prepared videos of the site: in its bucket, else in the data folder. */
export function videoFiles(config: MediaConfig): VideoFiles {
  const bucket = bucketSettings(config)
  return bucket ? createBucketVideoFiles(bucket) : createVideoFiles(videosFolder(config.DATA_DIR))
}

/** The prepared videos and the folder of the uploads, for backup and restore. */
export function siteVideos(config: MediaConfig): SiteVideos {
  return { files: videoFiles(config), uploads: uploadsFolder(config.DATA_DIR) }
}
