import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Timestamp } from '#contract/id.ts'

export const UNREADABLE = 'This file is not a video we can read.'
export const WITHOUT_CONTENT = 'The video has no picture and no sound.'
export const UNREADABLE_PICTURE = 'The picture of this video cannot be read.'
export const NO_SPACE = 'There is not enough space on the server.'
/** Why a preparation failed that can succeed later. */
export const PREPARING_FAILED = {
  failed: 'Preparing the video failed.',
  killed: 'Preparing the video was stopped before its end.',
  late: 'Preparing the video took too long.',
  missing: 'The server could not start ffmpeg.',
  full: NO_SPACE,
  incomplete: 'Parts of the prepared video were missing.',
} as const
/** What follows the reason: while another try waits, and after the last one. */
export const TRIED_AGAIN = 'We will try again.'
export const ORIGINAL_KEPT = 'Your original file is kept for 7 days.'
export const ORIGINAL_GONE = 'The original file is no longer kept. Upload it again.'
export const OTHER_SIZE = 'This is more than the size that was announced.'
export const OVER_QUOTA = 'This file does not fit into your space.'
export const EXPIRED_UPLOAD = 'This upload has expired. Choose the file again.'
export const TOO_MANY_UNFINISHED = 'You have 20 unfinished uploads. Finish or remove one of them first.'

/** What the choice of files offers. The server looks at the content, not at the name. */
export const UPLOAD_ACCEPT = 'video/*,audio/*,.mkv,.mts,.m2ts,.m4a,.flac,.ogg'
export const UPLOAD_FORMATS_SENTENCE =
  'MP4, MOV, WebM, MKV or AVI, or sound alone: MP3, M4A, WAV, OGG or FLAC.'

/** The largest file; teachers read it as 4 GB. */
export const UPLOAD_MAX_BYTES = 4 * 1024 ** 3
/** How many files of a teacher may be on their way at once. */
export const UNFINISHED_MAX = 20
/** What the client sends in one request: small enough for the body limits of proxies. */
export const CHUNK_BYTES = 8 * 1024 ** 2
/** The answer to the last part of an upload names its video, and the course that shows it. */
export const VIDEO_ID_HEADER = 'x-video-id'
export const COURSE_ID_HEADER = 'x-course-id'
/** Why a file that has arrived is in no playlist. */
export const PLAYLIST_DELETED = 'Its playlist was deleted.'
export const COURSE_DELETED = 'The video that it replaces was deleted.'

export const VIDEO_STATES = ['queued', 'working', 'ready', 'failed'] as const

/** How far the preparation of an uploaded video is. */
export const VideoState = z
  .object({
    _id: Id,
    state: z.enum(VIDEO_STATES),
    /** Percent. */
    progress: z.int(),
    /** A sentence; also while another try waits. */
    fault: z.string().optional(),
    durationSeconds: z.int().optional(),
    /** The largest version, such as `1080p`, when it is ready; `audio` for sound alone. */
    quality: z.string().optional(),
    /** The signed address of its playlist, when it is ready; not in events. */
    master: z.string().optional(),
  })
  .meta({ id: 'VideoState' })
export type VideoState = z.infer<typeof VideoState>

/** The same of the video of a course, for its owner and admins. */
export const CourseVideoState = VideoState.pick({ _id: true, state: true, progress: true, fault: true }).meta(
  {
    id: 'CourseVideoState',
  },
)
export type CourseVideoState = z.infer<typeof CourseVideoState>

/**
 * Where the video of an upload goes, as the metadata of its POST says it: into a playlist as a draft, at the end or in a section,
 * or into a course, in place of its video. Nowhere without metadata.
 */
export const UploadPlace = z.object({
  playlistId: z.string().optional(),
  sectionId: z.string().optional(),
  courseId: z.string().optional(),
  title: z.string().optional(),
})
export type UploadPlace = z.infer<typeof UploadPlace>

/** A file that has not arrived whole. The same file must be chosen again to go on. */
export const UnfinishedUpload = z
  .object({
    _id: z.string(),
    name: z.string(),
    bytes: z.int(),
    received: z.int(),
    expiresAt: Timestamp,
  })
  .extend(UploadPlace.shape)

/** What a teacher may upload. */
export const UploadSpace = z
  .object({
    /** False where the server has no ffmpeg: own uploads are off. */
    isOn: z.boolean(),
    maxBytes: z.int(),
    quotaBytes: z.int(),
    usedBytes: z.int(),
    unfinished: z.array(UnfinishedUpload),
  })
  .meta({ id: 'UploadSpace' })
export type UploadSpace = z.infer<typeof UploadSpace>

/** An event on `GET /api/live/me`: the preparation went on, ended or failed. */
export const VideoEvent = z.object({ type: z.literal('video'), video: VideoState })

export const uploadsApi = {
  space: endpoint('uploads.space', {
    summary: 'What one may upload, and the uploads that have not arrived whole',
    reply: UploadSpace,
  }),
  video: endpoint('uploads.video', {
    summary: 'How far the preparation of an uploaded video is',
    reply: VideoState,
  }),
  retry: endpoint('uploads.retry', {
    summary: 'Prepares a failed video once more, from its original file',
    reply: VideoState,
  }),
}
