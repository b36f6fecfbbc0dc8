import { LIST_LIMIT_DEFAULT } from '#contract/lists.ts'
import type { PeopleQuery, Person } from '#contract/people/people.ts'
import type { PersonState } from '#contract/people/people-words.ts'
import type { Db } from '#server/data/database.ts'
import { userTotal } from '#server/features/catalog/playlists/totals.ts'
import { imageRef } from '#server/features/media/image-ref.ts'
import {
  countWords,
  type Few,
  groupsNamed,
  keysAmong,
  membershipsIn,
  type PeopleFilter,
  type PeopleSort,
  type PersonRow,
  peopleAmong,
  peopleList,
} from './people-list.queries.ts'
import { wordsOf } from './words.ts'

/** Up to so many people, they are sorted; of more, the list is read in its order. */
const FEW = 2000
const COUNTED_MAX = 1000

/** Whether the site asks new people to confirm their address. */
export interface Confirming {
  asksToConfirm: boolean
}

/** A page of everybody. Each word of `q` begins a word of the person. */
export async function listPeople(db: Db, confirming: Confirming, query: PeopleQuery) {
  const { q, role, sort = 'name', order: direction, limit = LIST_LIMIT_DEFAULT, cursor } = query
  const { few, filter } = await narrowed(db, confirming, query)
  const others = few && (await keysAmong(db, few, { filter, sort }))
  const parts = others ? { filters: [], others } : await keptAndDeleted(db, filter, sort)
  const { ids, nextCursor } = await peopleList.mergedPage(db, parts, { sort, direction, limit, cursor })
  const isNarrowed = q !== undefined || Object.keys(filter).some((name) => name !== 'role')
  const [people, everybody, total] = await Promise.all([
    readPeople(db, confirming, ids),
    userTotal(db, undefined),
    others?.length ?? (isNarrowed ? peopleList.count(db, filter, COUNTED_MAX + 1) : userTotal(db, role)),
  ])
  const isMore = !others && isNarrowed && total > COUNTED_MAX
  return {
    people: people.map(({ groups, ...person }) => ({
      ...person,
      groups: groups.map(({ _id, name }) => ({ _id, name })),
    })),
    everybody,
    total: isMore ? COUNTED_MAX : total,
    ...(isMore && { totalIsLowerBound: true }),
    nextCursor,
  }
}

/** The indexes leave out deleted accounts, which are few. */
async function keptAndDeleted(db: Db, filter: PeopleFilter, sort: PeopleSort) {
  const filters = [{ ...filter, kept: true }]
  return filter.kept ? { filters } : { filters, others: await keysAmong(db, 'deleted', { filter, sort }) }
}

/** What narrows the list. What few people have, such as a rare word, is read first. */
async function narrowed(
  db: Db,
  { asksToConfirm }: Confirming,
  { q, role, state, group: groupId }: PeopleQuery,
): Promise<{ few: Few | undefined; filter: PeopleFilter }> {
  const words = q ? wordsOf(q) : []
  // A text without a letter or digit finds nobody.
  const few = q && words.length === 0 ? { word: q } : await fewOf(db, words, { state, groupId })
  const filter = {
    ...(role && { role }),
    ...(state && stateFilter(state, asksToConfirm)),
    ...without(few, words, groupId),
  }
  return { few, filter }
}

/** The words and the group, but for what is read first. */
function without(few: Few | undefined, words: string[], groupId: string | undefined): PeopleFilter {
  const read: { word?: string; groupId?: string } = few === undefined || few === 'deleted' ? {} : few
  const others = words.filter((word) => word !== read.word)
  return {
    ...(others.length > 0 && { word: others }),
    ...(groupId && groupId !== read.groupId && { groupId }),
  }
}

/** Deleted accounts, else the rarest of the words if few people have it, else the group. */
async function fewOf(
  db: Db,
  words: string[],
  { state, groupId }: Pick<PeopleQuery, 'state'> & { groupId: string | undefined },
): Promise<Few | undefined> {
  if (state === 'deleted') return 'deleted'
  const counts = await Promise.all(words.map((word) => countWords(db, word, FEW + 1)))
  const word = words[counts.indexOf(Math.min(...counts))]
  if (word !== undefined && Math.min(...counts) <= FEW) return { word }
  return groupId === undefined ? undefined : { groupId }
}

const STATES: Record<PersonState, PeopleFilter> = {
  active: { kept: true, unsuspended: true },
  unconfirmed: { kept: true, unsuspended: true },
  suspended: { kept: true, suspended: true },
  deleted: { deleted: true },
}

function stateFilter(state: PersonState, asksToConfirm: boolean): PeopleFilter {
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

/** These people in the order of `ids`, with their groups by name; skips unknown ids. */
export async function readPeople(db: Db, confirming: Confirming, ids: string[]): Promise<ListedPerson[]> {
  if (ids.length === 0) return []
  const rows = await peopleAmong(db, { ids })
  const memberships = new Map(rows.map((row) => [row.id, membershipsIn(row)]))
  const groupIds = [...new Set([...memberships.values()].flat().map(({ id }) => id))]
  const named = groupIds.length === 0 ? [] : await groupsNamed(db, { ids: groupIds })
  const byName = named.toSorted((one, other) => (one.name_key < other.name_key ? -1 : 1))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const leads = new Map(memberships.get(id)?.map((own) => [own.id, own.isLead]))
    const groups = byName.flatMap(({ id: _id, name }) => {
      const isLead = leads.get(_id)
      return isLead === undefined ? [] : { _id, name, isLead }
    })
    return { ...personOf(row, confirming), groups }
  })
}

type ListedPerson = Omit<Person, 'groups'> & { groups: { _id: string; name: string; isLead: boolean }[] }

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
