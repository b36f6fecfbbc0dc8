import { idAt, isoOf, LAST_DAY } from './dates.ts'
import type { People } from './people.ts'
import type { Publications } from './publications.ts'

const NOTIFICATION = 7
const MINUTE = 60_000

interface Crowd {
  count: number
  people: People
  publications: Publications
}

/** Spreads the follows evenly over the playlists. */
export function* followRows({ count, people, publications: { playlists } }: Crowd) {
  for (let n = 0; n < count; n += 1) {
    yield {
      user_id: follower(n, { people, playlists: playlists.length }),
      playlist_id: playlists[n % playlists.length]?.id ?? '',
      created_at: isoOf(LAST_DAY - n * MINUTE),
    }
  }
}

/** Takes the next user for a playlist in each round, because a user follows a playlist once. */
function follower(n: number, { people, playlists }: { people: People; playlists: number }): string {
  const round = Math.floor(n / playlists)
  return people.ids[((n % playlists) * 31 + round) % people.ids.length] ?? ''
}

/** Unread notifications of new videos. */
export function* notificationRows({ count, people, publications: { playlists, courses } }: Crowd) {
  for (let n = 0; n < count; n += 1) {
    const course = courses[n % courses.length]
    const time = LAST_DAY - (count - n) * MINUTE
    yield {
      id: idAt(time, NOTIFICATION, n),
      user_id: people.ids[(n * 7) % people.ids.length] ?? '',
      kind: 'video_followed',
      subject_kind: 'course',
      subject_id: course?.id ?? '',
      group_id: playlists[course?.playlist ?? 0]?.id ?? '',
      actor_id: people.ids[people.teachers[0] ?? 0] ?? '',
      data: '{"videos":1}',
      dedupe_key: `new ${n}`,
      created_at: isoOf(time),
    }
  }
}

/** Everybody has changed one setting. */
export function* settingRows({ ids }: People) {
  for (const user_id of ids) yield { user_id, kind: 'video_saved', app: 1, mail: 'never' }
}
