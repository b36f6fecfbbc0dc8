import { FIRST_DAY, idAt, isoOf } from './dates.ts'
import type { People } from './people.ts'
import type { Publications } from './publications.ts'
import { visibilityOf } from './visibility.ts'

const GROUP = 8
/** The viewer whose lists are measured is in so many groups, which have 1,000 playlists on the large site. */
const VIEWERS_GROUPS = 20
export const MEMBERS_A_GROUP = 20
/** The place of the viewer among the people. */
export const VIEWER = 11
/** Somebody in the first group only. A group has 50 playlists on a site of any size. */
export const PUPIL = 101

const groupIdOf = (n: number) => idAt(FIRST_DAY, GROUP, n)

export function* groupRows(groups: number) {
  for (let n = 0; n < groups; n += 1) {
    const name = `Class ${n}`
    const times = { created_at: isoOf(FIRST_DAY), updated_at: isoOf(FIRST_DAY) }
    const id = groupIdOf(n)
    yield {
      id,
      name,
      name_key: name.toLowerCase(),
      description: '',
      members_count: MEMBERS_A_GROUP,
      ...times,
    }
  }
}

/** The viewer is in the first groups; everybody else is in few. */
export function* groupMemberRows(groups: number, { ids }: People) {
  const added_at = isoOf(FIRST_DAY)
  for (let group = 0; group < groups; group += 1) {
    const withViewer = group < VIEWERS_GROUPS
    for (let n = 0; n < MEMBERS_A_GROUP; n += 1) {
      const person = withViewer && n === 0 ? VIEWER : (100 + group * MEMBERS_A_GROUP + n) % ids.length
      yield { user_id: ids[person] ?? '', group_id: groupIdOf(group), source: 'hand', is_lead: 0, added_at }
    }
  }
}

/** One group of each playlist that is for a group, in turns. */
export function* playlistGroupRows(groups: number, { playlists }: Publications) {
  let n = 0
  for (const [place, { id }] of playlists.entries()) {
    if (visibilityOf(place, groups) !== 'groups') continue
    yield { group_id: groupIdOf(n % groups), playlist_id: id }
    n += 1
  }
}
