import { LIST_LIMIT_DEFAULT } from '#contract/lists.ts'
import type { PeopleQuery, Person } from '#contract/people/people.ts'
import type { PersonState } from '#contract/people/people-words.ts'
import type { Db } from '#server/data/database.ts'
import type { ListFilter } from '#server/data/list-query.ts'
import { userTotal } from '#server/features/catalog/playlists/totals.ts'
import { imageRef } from '#server/features/media/image-ref.ts'
import { countWords, groupsOfPeople, type PersonRow, peopleAmong, peopleList } from './people-list.queries.ts'
import { wordsOf } from './words.ts'

/** Up to so many people, they are sorted; of more, the list is read in its order. */
const FEW = 2000
const COUNTED_MAX = 1000

type Filter = Parameters<typeof peopleList.page>[1]

/** Whether the site asks new people to confirm their address. */
export interface Confirming {
  asksToConfirm: boolean
}

/** A page of everybody. Each word of `q` begins a word of the person. */
export async function listPeople(db: Db, { asksToConfirm }: Confirming, query: PeopleQuery) {
  const { q, role, state, group: groupId, sort = 'name', order: direction } = query
  const { limit = LIST_LIMIT_DEFAULT, cursor } = query
  const filter = {
    ...(role && { role }),
    ...(groupId && { groupId }),
    ...(state && stateFilter(state, asksToConfirm)),
    ...(q && (await wordFilter(db, q))),
  }
  const isNarrowed = Object.keys(filter).some((name) => name !== 'role')
  const { ids, nextCursor } = await peopleList.page(db, filter, { sort, direction, limit, cursor })
  const [people, everybody, total] = await Promise.all([
    readPeople(db, { asksToConfirm }, ids),
    userTotal(db, undefined),
    isNarrowed ? peopleList.count(db, filter, COUNTED_MAX + 1) : userTotal(db, role),
  ])
  const isMore = isNarrowed && total > COUNTED_MAX
  return {
    people,
    everybody,
    total: isMore ? COUNTED_MAX : total,
    ...(isMore && { totalIsLowerBound: true }),
    nextCursor,
  }
}

/** Text without a letter or digit finds nobody. */
async function wordFilter(db: Db, q: string): Promise<ListFilter<'rareWord' | 'word'>> {
  const words = wordsOf(q)
  const counts = await Promise.all(words.map((word) => countWords(db, word, FEW + 1)))
  const least = Math.min(...counts)
  if (words.length > 0 && least > FEW) return { word: words }
  const rarest = words[counts.indexOf(least)] ?? q
  return { rareWord: rarest, word: words.filter((word) => word !== rarest) }
}

const STATES: Record<PersonState, Filter> = {
  active: { kept: true, unsuspended: true },
  unconfirmed: { kept: true, unsuspended: true },
  suspended: { kept: true, suspended: true },
  deleted: { deleted: true },
}

function stateFilter(state: PersonState, asksToConfirm: boolean): Filter {
  if (state === 'active')
    return { ...STATES.active, ...(asksToConfirm ? { verified: true } : { admitted: true }) }
  if (state !== 'unconfirmed') return STATES[state]
  return { ...STATES.unconfirmed, ...(asksToConfirm ? { unverified: true } : { waiting: true }) }
}

/** What an admin sees of an account first. */
export function stateOf(
  row: Pick<PersonRow, 'deleted_at' | 'suspended_at' | 'email_verified_at' | 'confirm_first'>,
  { asksToConfirm }: Confirming,
): PersonState {
  if (row.deleted_at !== null) return 'deleted'
  if (row.suspended_at !== null) return 'suspended'
  const isConfirmed = asksToConfirm ? row.email_verified_at !== null : row.confirm_first === 0
  return isConfirmed ? 'active' : 'unconfirmed'
}

/** These people in the order of `ids`; skips unknown ids. */
export async function readPeople(db: Db, confirming: Confirming, ids: string[]): Promise<Person[]> {
  if (ids.length === 0) return []
  const [rows, groups] = await Promise.all([peopleAmong(db, { ids }), groupsOfPeople(db, { ids })])
  const byId = new Map(rows.map((row) => [row.id, row]))
  const groupsOf = Map.groupBy(groups, ({ user_id }) => user_id)
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const own = (groupsOf.get(id) ?? []).map(({ id: _id, name }) => ({ _id, name }))
    return { ...personOf(row, confirming), groups: own }
  })
}

function personOf(row: PersonRow, confirming: Confirming): Omit<Person, 'groups'> {
  return {
    _id: row.id,
    username: row.username,
    profilePhoto: imageRef(row),
    email: row.email,
    role: row.role,
    ...(row.profession !== null && { profession: row.profession }),
    isAdmin: row.is_admin === 1,
    state: stateOf(row, confirming),
    createdAt: row.created_at,
    lastActiveAt: lastOf(row.last_used_at, row.last_login_at),
  }
}

function lastOf(...times: (string | null)[]): string | null {
  return times.reduce((last, time) => (time !== null && (last === null || time > last) ? time : last), null)
}
