import { expect, test } from 'vitest'
import { VISIBILITIES, type Visibility } from '#contract/catalog/visibility.ts'
import { wrongCounts } from '#server/features/catalog/playlists/counts-check.queries.ts'
import { openTestApp, type TestApp, type TestUser } from '#server/test-app.ts'
import { insertGroup } from '#server/test-groups.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'
import { linkKeyOf } from './links.ts'

/** A second, naive implementation of who sees what: it looks at everything each time. */
interface Modelled {
  id: string
  courseId: string
  title: string
  saves: number
  teacher: TestUser
  status: 'approved' | 'pending'
  visibility: Visibility
  groups: Set<string>
  link: number
  opened: Set<string>
}

interface Model {
  testApp: TestApp
  playlists: Modelled[]
  members: Map<string, Set<string>>
  admin: TestUser
  users: TestUser[]
}

type Looker = TestUser | undefined

const sharesGroup = ({ members }: Model, { groups }: Modelled, { id }: TestUser) =>
  [...groups].some((group) => members.get(group)?.has(id))

function finds(model: Model, playlist: Modelled, looker: Looker): boolean {
  if (playlist.status !== 'approved') return false
  if (playlist.visibility === 'public') return true
  if (!looker || playlist.visibility === 'unlisted') return false
  return playlist.visibility === 'members' || sharesGroup(model, playlist, looker)
}

function sees(model: Model, playlist: Modelled, looker: Looker): boolean {
  if (looker && (looker === model.admin || looker === playlist.teacher)) return true
  const hasOpened = looker !== undefined && playlist.opened.has(looker.id)
  const byLink = playlist.status === 'approved' && playlist.visibility === 'unlisted' && hasOpened
  return byLink || finds(model, playlist, looker)
}

/** The same numbers in each run. */
function countingUp(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

async function openModel(): Promise<Model> {
  const testApp = await openTestApp()
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const ada = await testApp.user('Ada', 'Teacher')
  const bob = await testApp.user('Bob', 'Teacher')
  const users = [ada, bob, await testApp.user('Sam'), await testApp.user('Eve'), admin]
  const playlists: Modelled[] = []
  for (const [n, title] of ['Apples', 'Bread', 'Cheese', 'Dates', 'Eggs', 'Figs', 'Grapes'].entries()) {
    const teacher = n % 3 === 2 ? bob : ada
    const id = await insertPlaylist(testApp, { teacher, title })
    const saves = (n * 5) % 7
    await testApp.db.updateTable('playlists').set({ saves_count: saves }).where('id', '=', id).execute()
    playlists.push({
      id,
      courseId: await insertCourse(testApp, { playlistId: id, title }),
      title,
      saves,
      teacher,
      status: 'approved',
      visibility: 'public',
      groups: new Set(),
      link: 1,
      opened: new Set(),
    })
  }
  const members = new Map<string, Set<string>>()
  for (const group of [[ada], [ada, bob], [bob]]) {
    const id = await insertGroup(testApp, { members: group })
    members.set(id, new Set(group.map((user) => user.id)))
  }
  return { testApp, playlists, members, admin, users }
}

/** One random change, by the calls of the product where there are any; in the model, too. */
async function change(model: Model, random: (below: number) => number): Promise<void> {
  const { testApp, playlists, members, admin, users } = model
  const playlist = playlists[random(playlists.length)]
  const user = users[random(users.length)]
  if (!(playlist && user)) throw new Error('There is nothing to change.')
  const { id, teacher } = playlist
  const kind = random(10)
  if (kind < 2) {
    playlist.status = playlist.status === 'approved' ? 'pending' : 'approved'
    const body = { isPlaylistApproved: playlist.status }
    const answer = await admin.request('POST', `/api/playlists/approve-playlist/${id}`, body)
    expect(answer.statusCode, answer.body).toBe(200)
  } else if (kind < 6) await changeAudience(model, { playlist, random })
  else if (kind < 8) {
    const [group = ''] = [...members.keys()].slice(random(members.size))
    await toggleMember(testApp, { group, user, members: members.get(group) ?? new Set() })
  } else if (kind < 9) {
    const key = linkKeyOf(testApp.context.secrets, { id, link_number: playlist.link })
    const answer = await user.request('POST', `/api/playlists/${id}/open`, { key })
    const isOpened = playlist.status === 'approved' || user === admin || user === teacher
    expect(answer.statusCode, answer.body).toBe(isOpened ? 200 : 404)
    if (isOpened) playlist.opened.add(user.id)
  } else {
    expect((await teacher.request('POST', `/api/playlists/${id}/link`, {})).statusCode).toBe(200)
    playlist.link += 1
    playlist.opened.clear()
  }
}

async function changeAudience(
  { members, admin }: Model,
  { playlist, random }: { playlist: Modelled; random: (below: number) => number },
): Promise<void> {
  const visibility = VISIBILITIES[random(VISIBILITIES.length)] ?? 'public'
  const groups = [...members.keys()].filter((_, at) => at === 0 || random(2) === 0)
  const body = { visibility, ...(visibility === 'groups' && { groups }) }
  const answer = await admin.request('PUT', `/api/playlists/${playlist.id}/visibility`, body)
  expect(answer.statusCode, answer.body).toBe(200)
  playlist.visibility = visibility
  playlist.groups = new Set(visibility === 'groups' ? groups : [])
}

async function toggleMember(
  { db }: TestApp,
  { group, user, members }: { group: string; user: TestUser; members: Set<string> },
): Promise<void> {
  const key = { group_id: group, user_id: user.id }
  if (members.delete(user.id))
    await db
      .deleteFrom('group_members')
      .where('group_id', '=', group)
      .where('user_id', '=', user.id)
      .execute()
  else {
    members.add(user.id)
    const row = { ...key, source: 'hand' as const, added_at: new Date().toISOString() }
    await db.insertInto('group_members').values(row).execute()
  }
  await db.updateTable('groups').set({ members_count: members.size }).where('id', '=', group).execute()
}

const ORDERS: Record<string, (one: Modelled, other: Modelled) => number> = {
  newest: (one, other) => (one.id < other.id ? 1 : -1),
  title: (one, other) => (one.title < other.title ? -1 : 1),
  popular: (one, other) => other.saves - one.saves || (one.id < other.id ? 1 : -1),
}

/** All pages of a list, two at a time, with the totals that they say. */
async function readList({ testApp }: Model, looker: Looker, address: string) {
  const { request } = looker ?? testApp
  const ids: string[] = []
  const totals = new Set<number>()
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer = await request('GET', `${address}limit=2${cursor && `&cursor=${cursor}`}`)
    const page: { playlists: { _id: string }[]; total: number; nextCursor: string | null } = answer.json()
    ids.push(...page.playlists.map(({ _id }) => _id))
    totals.add(page.total)
    cursor = page.nextCursor
  }
  return { ids, totals: [...totals] }
}

async function checkLists(model: Model, looker: Looker): Promise<void> {
  const { playlists } = model
  for (const [sort, order] of Object.entries(ORDERS)) {
    const expected = playlists.filter((each) => finds(model, each, looker)).toSorted(order)
    const address = `/api/playlists?status=approved&view=card&sort=${sort}&`
    const { ids, totals } = await readList(model, looker, address)
    expect(ids, `${sort} for ${looker?.username}`).toEqual(expected.map(({ id }) => id))
    expect(totals).toEqual([expected.length])
  }
}

async function checkDetails(model: Model, looker: Looker): Promise<void> {
  const { testApp, playlists } = model
  const { request } = looker ?? testApp
  for (const playlist of playlists) {
    const { id, courseId, title, visibility } = playlist
    const status = sees(model, playlist, looker) ? 200 : 404
    const says = `${title} (${visibility}) for ${looker?.username}`
    expect((await request('GET', `/api/playlists/${id}`)).statusCode, says).toBe(status)
    if (looker) expect((await request('GET', `/api/courses/${id}/${courseId}`)).statusCode, says).toBe(status)
  }
}

/** The page and the profile of each teacher, and the categories. */
async function checkCounts(model: Model, looker: Looker): Promise<void> {
  const { testApp, playlists, users, admin } = model
  const { request } = looker ?? testApp
  for (const teacher of users.slice(0, 2)) {
    const found = playlists.filter((each) => each.teacher === teacher && finds(model, each, looker))
    const { createdPlaylists, approvedPlaylistsCount, approvedCoursesCount } = (
      await request('GET', `/api/users/profile/${teacher.id}`)
    ).json()
    expect(createdPlaylists).toEqual(found.toSorted(ORDERS.newest).map(({ id }) => id))
    expect([approvedPlaylistsCount, approvedCoursesCount]).toEqual([found.length, found.length])
    if (looker === teacher || looker === admin) continue
    const list = await readList(model, looker, `/api/playlists/teacher/${teacher.id}?`)
    expect(list.ids.toSorted()).toEqual(createdPlaylists.toSorted())
  }
  if (looker === admin) return
  const { categories } = (await request('GET', '/api/categories')).json()
  const counted = categories.reduce(
    (sum: number, each: { playlistsCount: number }) => sum + each.playlistsCount,
    0,
  )
  expect(counted).toBe(playlists.filter((each) => finds(model, each, undefined)).length)
}

test('after each random change everybody finds and sees what a naive implementation says', {
  timeout: 120_000,
}, async () => {
  const model = await openModel()
  const random = countingUp(20_261_127)
  for (let step = 1; step <= 60; step += 1) {
    await change(model, random)
    for (const looker of [undefined, ...model.users]) {
      await checkLists(model, looker)
      if (step % 4 !== 0) continue
      await checkDetails(model, looker)
      await checkCounts(model, looker)
    }
  }
  const wrong = await wrongCounts(model.testApp.db)
  // The numbers of saves are made up.
  expect(wrong.filter(({ column }) => column !== 'saves_count')).toEqual([])
})
