import type { CallReply } from '#contract/api.ts'
import type { Playlist, PlaylistCourse } from '#contract/catalog/playlists.ts'
import { countOf } from '#contract/format.ts'
import {
  DESCRIPTION_CHECK_MIN,
  DESCRIPTION_SHORT,
  filesFailed,
  PICTURE_MISSING,
  TITLE_CHECK_MIN,
  TITLE_SHORT,
  VIDEOS_MISSING,
  videoFails,
} from '#contract/review/review-messages.ts'

export interface Check {
  name: string
  label: string
  result: 'ok' | 'warning' | 'failed'
  /** What to do about it. */
  help?: string
  /** Where to do it. */
  to?: string
  /** Shown at the end of the row. */
  count?: number | string
}

const courseKey = (courseId: string) => `courses.${courseId}`

/** Characters as a reader counts them, like the server. */
const lengthOf = (text: string) => [...new Intl.Segmenter().segment(text)].length

/** The list of "Before you submit" for a playlist. `errors` are those of the last attempt, by field. */
export function playlistChecks(playlist: Playlist, errors: Readonly<Record<string, string>> = {}): Check[] {
  const { _id, title, description, courses } = playlist
  const edit = (field: string) => `/teacher-dashboard/edit-playlist/${_id}?field=${field}`
  return [
    {
      name: 'title',
      label: `Title of at least ${TITLE_CHECK_MIN} characters`,
      ...(lengthOf(title) >= TITLE_CHECK_MIN ? OK : { ...FAILED, help: TITLE_SHORT, to: edit('title') }),
    },
    {
      name: 'description',
      label: `Description of at least ${DESCRIPTION_CHECK_MIN} characters`,
      ...(lengthOf(description) >= DESCRIPTION_CHECK_MIN
        ? OK
        : { ...FAILED, help: DESCRIPTION_SHORT, to: edit('description') }),
    },
    {
      name: 'picture',
      label: 'An uploaded picture',
      ...(errors.mainPlaylistImage === undefined
        ? OK
        : { ...FAILED, help: PICTURE_MISSING, to: edit('mainPlaylistImage') }),
    },
    {
      name: 'videos',
      label: 'At least 1 video',
      count: courses.length,
      ...(courses.length > 0
        ? OK
        : { ...FAILED, help: VIDEOS_MISSING, to: `/teacher-dashboard/build/${_id}/add` }),
    },
    videoCheck({ playlistId: _id, courses, errors }),
    captionsCheck(_id, courses),
  ]
}

const OK = { result: 'ok' } as const
const FAILED = { result: 'failed' } as const

interface VideoCheckInput {
  playlistId: string
  courses: readonly Pick<
    PlaylistCourse,
    '_id' | 'videoTitle' | 'durationSeconds' | 'unavailableSince' | 'videoState'
  >[]
  errors?: Readonly<Record<string, string>>
}

/** Whether every video plays. One that nobody has played yet has no length; it only warns. */
export function videoCheck({ playlistId, courses, errors = {} }: VideoCheckInput): Check {
  const check = { name: 'plays', label: courses.length === 1 ? 'The video plays' : 'Every video plays' }
  const failed = courses.filter(({ videoState }) => videoState?.state === 'failed')
  if (failed[0])
    return {
      ...check,
      result: 'failed',
      help: filesFailed(failed.map(({ videoTitle }) => videoTitle)),
      to: `/teacher-dashboard/build/${playlistId}?course=${failed[0]._id}#replace`,
    }
  const faulty = courses.find(
    ({ _id, unavailableSince }) => unavailableSince !== undefined || errors[courseKey(_id)] !== undefined,
  )
  if (faulty)
    return {
      ...check,
      result: 'failed',
      help: videoFails(faulty.videoTitle),
      to: `/teacher-dashboard/edit-course/${playlistId}/${faulty._id}?field=videoLink`,
    }
  if (courses.length === 0) return { ...check, result: 'warning', help: 'There is no video to check yet.' }
  const unchecked = courses.filter(({ durationSeconds }) => durationSeconds == null).length
  if (unchecked === 0) return { ...check, result: 'ok' }
  const help =
    unchecked === 1
      ? '1 video has not been played yet. You can submit now.'
      : `${unchecked} videos have not been played yet. You can submit now.`
  return { ...check, result: 'warning', help }
}

/** Captions are recommended: without them the check only warns. */
export function captionsCheck(
  playlistId: string,
  courses: readonly Pick<PlaylistCourse, '_id' | 'hasCaptions'>[],
): Check {
  const captioned = courses.filter(({ hasCaptions }) => hasCaptions).length
  const check = {
    name: 'captions',
    label: 'Captions (recommended)',
    ...(courses.length > 1 && { count: `${captioned} of ${courses.length}` }),
  }
  const without = courses.find(({ hasCaptions }) => !hasCaptions)
  if (courses.length === 0) return { ...check, result: 'warning', help: 'There is no video yet.' }
  if (without === undefined) return { ...check, result: 'ok' }
  return {
    ...check,
    result: 'warning',
    help: courses.length === 1 ? 'The video has no captions yet.' : 'Some videos have no captions yet.',
    to: `/teacher-dashboard/build/${playlistId}?course=${without._id}`,
  }
}

type WaitingTime = Pick<CallReply<'review.waitingTime'>, 'medianHours' | 'trusted'>

/** `An admin will review it, usually within 1 day.` */
export function waitingSentence(
  { medianHours, trusted }: WaitingTime = { medianHours: null, trusted: false },
  what: 'it' | 'them' = 'it',
): string {
  if (trusted) return 'What you submit is approved at once.'
  if (medianHours === null) return `An admin will review ${what}.`
  return `An admin will review ${what}, usually within ${timeOf(medianHours)}.`
}

const HALF_DAY = 12
const DAY = 24

function timeOf(hours: number): string {
  const [count, unit] =
    hours <= HALF_DAY ? [Math.max(1, Math.ceil(hours)), 'hour'] : [Math.ceil(hours / DAY), 'day']
  return countOf(count, unit)
}
