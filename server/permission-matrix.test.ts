import { expect, test } from 'vitest'
import { ACCESS, type AccessTable, type Outcome, type Permission } from '#contract/access.ts'
import { api } from '#contract/api.ts'
import { CALLS, type CallName, STREAMS, type StreamName } from '#contract/calls.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ERROR_STATUS } from '#contract/errors.ts'
import { NOT_FOUND } from '#contract/not-found.ts'
import type { RevisionState } from '#contract/review/revisions.ts'
import { openTestApp, type TestApp } from './test-app.ts'
import { ACTORS, type Actor, type Fixtures, insertFixtures, type Visibility } from './test-fixtures.ts'
import { VALID_INPUTS } from './test-inputs.ts'
import { SILENT_PROVIDER } from './test-provider-inputs.ts'
import { snapshot } from './test-snapshot.ts'

type Name = CallName | StreamName

function isStream(name: Name): name is StreamName {
  return Object.hasOwn(STREAMS, name)
}

const ENDPOINTS: Endpoint[] = Object.values(api).flatMap((feature) => Object.values(feature))
const STATUS = new Map<Name, number>(ENDPOINTS.map(({ name, status = 200 }) => [name, status]))
const NAMES: Name[] = [...ENDPOINTS.map(({ name }) => name), 'live', 'live.me']
const NOTHING = '0'.repeat(24)
const LONG = 120_000

/** The states that matter to a call: a resource that cannot be hidden has one. */
function visibilitiesOf(name: Name): Visibility[] {
  const { of, hidden }: Permission = ACCESS[name]
  if (!hidden) return ['seen']
  // A group has no state: 'pending' stands for callers who are not in it.
  if (of === 'group') return ['seen', 'pending']
  const ofCourse = of === 'playlist' ? [] : (['withdrawn', 'in a hidden playlist'] as const)
  return ['seen', 'pending', ...ofCourse, 'for a group']
}

const ROWS = NAMES.flatMap((name) => visibilitiesOf(name).map((visibility) => ({ name, visibility })))

const COLUMN = {
  visitor: 0,
  Student: 1,
  Other: 1,
  'other teacher': 2,
  lead: 1,
  'not in the group': 1,
} as const

/** Whether a group, in which everybody else is, has a playlist makes a difference to these. */
const OF_GROUPS: readonly Actor[] = ['visitor', 'Student', 'lead', 'not in the group', 'owner', 'admin']

function actorsOf(visibility: Visibility): readonly Actor[] {
  if (visibility === 'for a group') return OF_GROUPS
  return ACTORS.filter((actor) => actor !== 'lead' && actor !== 'not in the group')
}

/** Whether the resource is hidden from this actor; its owner and admins see it anyway, as the table says for them. */
function isHiddenFrom({ actor, visibility }: Case): boolean {
  if (visibility !== 'for a group') return visibility !== 'seen'
  return actor === 'visitor' || actor === 'not in the group'
}

interface Row {
  name: Name
  visibility: Visibility
}

interface Case extends Row {
  actor: Actor
}

/** Reads the table cell by cell, deliberately without the server's code. */
function outcomeOf(case_: Case): Outcome {
  const { name, actor } = case_
  const isHidden = isHiddenFrom(case_)
  const { seen, hidden }: Permission = ACCESS[name]
  if (actor === 'admin') return seen[3]
  if (actor === 'admin-teacher') return seen[3] === 'yes' ? 'yes' : seen[2]
  if (actor === 'owner') return (isHidden ? hidden?.[3] : seen[4]) ?? seen[2]
  return (isHidden ? (hidden ?? seen) : seen)[COLUMN[actor]]
}

/** The author owns a comment, except where its course's teacher decides about it. */
const BY_TEACHER: readonly Name[] = ['comments.answer', 'comments.pin', 'comments.like']

function userOf({ users }: Fixtures, { name, actor }: Case) {
  if (actor === 'visitor') return
  const { of }: Permission = ACCESS[name]
  const isByAuthor = of === 'comment' && !BY_TEACHER.includes(name)
  return actor === 'owner' && isByAuthor ? users.author : users[actor]
}

/** The parts of an answer that must be the same for a hidden and a missing resource. */
interface Answer {
  status: number
  body: string
  headers: string
}

async function request(fixtures: Fixtures, case_: Case, ids = fixtures.ids): Promise<Answer> {
  const { name } = case_
  const user = userOf(fixtures, case_)
  const {
    query,
    body,
    headers: sent,
  } = (await VALID_INPUTS[name]?.({ ...fixtures, ids, caller: user })) ?? {}
  const [method, path] = isStream(name) ? (['GET', STREAMS[name]] as const) : CALLS[name]
  const { of = 'course' }: Permission = ACCESS[name]
  const address = path.replaceAll(
    /:(\w+)/g,
    (_, param: string) => ids[param === 'id' ? `${of}Id` : param] ?? '',
  )
  const url = query ? `${address}?${query}` : address
  if (isStream(name)) return watch(fixtures.testApp, url, user?.token)
  const {
    statusCode,
    body: said,
    headers,
  } = await (user ?? fixtures.testApp).request(method, url, body, sent)
  return answerOf(statusCode, said, headers)
}

/** Opens a stream over a real connection and aborts it at once, because it would not end. */
async function watch({ app }: TestApp, url: string, token: string | undefined): Promise<Answer> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  const origin = app.listeningOrigin
  const leaving = new AbortController()
  const response = await fetch(`${origin}${url}`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  })
  const answer = answerOf(
    response.status,
    response.ok ? '' : await response.text(),
    Object.fromEntries(response.headers),
  )
  leaving.abort()
  return answer
}

function answerOf(status: number, body: string, headers: Record<string, unknown>): Answer {
  const { 'x-request-id': requestId, date: _date, ...others } = headers
  return {
    status,
    body: body.replace(`"requestId":"${String(requestId)}"`, '"requestId":"…"'),
    headers: JSON.stringify(others),
  }
}

function appErrorOf(name: Name, outcome: Exclude<Outcome, 'yes'>): string {
  const { of = 'playlist' }: Permission = ACCESS[name]
  const { code, message } =
    outcome === 'missing' ? { code: 'not_found' as const, message: NOT_FOUND[of] } : outcome
  return `${ERROR_STATUS[code]} ${JSON.stringify({ success: false, message, code, requestId: '…' })}`
}

/** Writing calls that change no row, or not with these inputs, except that some add a job. */
const ONLY_COUNTED: readonly Name[] = [
  'courses.fault',
  'videoLinks.read',
  'auth.forgot',
  'users.setRole',
  'invitations.read',
  'overview.hideChecklist',
  'overview.removeDemo',
  'overview.retryJob',
  'overview.retryJobs',
  'overview.testMail',
  'legal.preview',
  'provider.test',
]

/** Reading calls that remember what they have begun. */
const BEGINNING: readonly Name[] = ['provider.begin']

function isWriting(name: CallName): boolean {
  if (CALLS[name][0] === 'GET') return BEGINNING.includes(name)
  return !ONLY_COUNTED.includes(name)
}

/** Every difference between the server and the table, as sentences. */
async function faultsOf(
  { fixtures, rows }: Unchanged,
  case_: Case,
): Promise<{ faults: string[]; changed: boolean }> {
  const { name, actor, visibility } = case_
  const outcome = outcomeOf(case_)
  const answer = await request(fixtures, case_)
  const changed = (await snapshot(fixtures.testApp)) !== rows
  const said = `${answer.status} ${answer.body}`
  const says = (what: string) => `${name}, ${actor}, ${visibility}: ${what}`
  if (outcome === 'yes') {
    const writes = !isStream(name) && isWriting(name)
    const rejected = !isStream(name) && answer.status !== STATUS.get(name)
    const faults = [
      ...(rejected ? [says(`rejected with ${said}`)] : []),
      ...(changed === writes ? [] : [says(changed ? 'a read changed something' : 'a write changed nothing')]),
    ]
    return { faults, changed }
  }
  const wanted = appErrorOf(name, outcome)
  const likeMissing = outcome === 'missing' ? await missingAnswers(fixtures, case_) : []
  const faults = [
    ...(said === wanted ? [] : [says(`${said} instead of ${wanted}`)]),
    ...(changed ? [says('changed something although it was rejected')] : []),
    ...likeMissing
      .filter((other) => JSON.stringify(other) !== JSON.stringify(answer))
      .map((other) => says(`hidden ${JSON.stringify(answer)} is not missing ${JSON.stringify(other)}`)),
  ]
  return { faults, changed }
}

/** The same call with a missing resource: with an unknown id, with all ids unknown, and with an invalid id. */
async function missingAnswers(fixtures: Fixtures, case_: Case): Promise<Answer[]> {
  const { of = 'playlist' }: Permission = ACCESS[case_.name]
  const nothing = Object.fromEntries(Object.keys(fixtures.ids).map((param) => [param, NOTHING]))
  return Promise.all(
    [{ ...fixtures.ids, [`${of}Id`]: NOTHING }, nothing, { ...fixtures.ids, [`${of}Id`]: 'nothing' }].map(
      (ids) => request(fixtures, case_, ids),
    ),
  )
}

/** The state of the revisions in which a call of the owner does something. */
const REVISIONS: Partial<Record<Name, RevisionState>> = {
  'review.submitPlaylist': 'draft',
  'review.submitCourse': 'draft',
  'review.answerNote': 'changes',
  'review.writeMessage': 'changes',
}

/** Calls of a user who has saved the playlist and follows it and its teacher. */
const UNDOES: readonly Name[] = ['saves.unsave', 'follows.unfollowPlaylist', 'follows.unfollowTeacher']

/** Fixtures that no call has changed, and all rows of the site with them. */
interface Unchanged {
  kind: string
  fixtures: Fixtures
  rows: string
}

/** Opens a site with these permissions. The result finds the faults of a row of the table on it. */
async function openSite(access: AccessTable): Promise<(row: Row) => Promise<string[]>> {
  const testApp = await openTestApp({ access, environment: { MAIL_OUTBOX: 'true', ...SILENT_PROVIDER } })
  let unchanged: Unchanged | undefined
  return async (row) => {
    const all: string[] = []
    for (const actor of inOrder(row)) {
      if (unchanged?.kind !== kindOf(row)) unchanged = await insertUnchanged(testApp, row)
      const { faults, changed } = await faultsOf(unchanged, { ...row, actor })
      all.push(...faults)
      // A successful change consumes the fixtures of the next actor.
      if (changed) unchanged = undefined
    }
    return all
  }
}

/** Users that are rejected come first, because they leave the fixtures to the next. */
function inOrder(row: Row): Actor[] {
  const isAllowed = (actor: Actor) => outcomeOf({ ...row, actor }) === 'yes'
  const actors = actorsOf(row.visibility)
  return [...actors.filter((actor) => !isAllowed(actor)), ...actors.filter(isAllowed)]
}

function optionsOf({ name, visibility }: Row) {
  return { visibility, saved: UNDOES.includes(name), revisions: REVISIONS[name] ?? 'submitted' }
}

const kindOf = (row: Row) => JSON.stringify(optionsOf(row))

/** The former fixtures go with their users, so that a snapshot stays as small as the first one. */
async function insertUnchanged(testApp: TestApp, row: Row): Promise<Unchanged> {
  await testApp.db.deleteFrom('users').execute()
  for (const table of ['groups', 'invitations', 'imports'] as const)
    await testApp.db.deleteFrom(table).execute()
  const fixtures = await insertFixtures(testApp, optionsOf(row))
  return { kind: kindOf(row), fixtures, rows: await snapshot(testApp) }
}

/**
 * Calls whose names begin alike share a site, and so do those of one hidden state, because opening a site takes longer than
 * the calls.
 */
const GROUPS = Map.groupBy(ROWS, ({ name, visibility }) =>
  visibility === 'seen' ? `${name.split('.')[0]}, seen` : visibility,
)

test.each([...GROUPS])('each user gets the answers of the table: %s', { timeout: LONG }, async (_, rows) => {
  const faultsOfRow = await openSite(ACCESS)
  const faults: string[] = []
  for (const row of rows) faults.push(...(await faultsOfRow(row)))
  expect(faults).toEqual([])
})

test('these are more than three hundred answers', () => {
  const actors = ROWS.reduce((sum, { visibility }) => sum + actorsOf(visibility).length, 0)
  expect(actors).toBeGreaterThan(300)
})

/** Holes that products like ours had, and the cell that would open each. */
const HOLES: { name: Name; visibility: Visibility; row: Permission; heard: RegExp }[] = [
  {
    name: 'approval.playlist',
    visibility: 'pending',
    row: { ...ACCESS['approval.playlist'], seen: ['missing', 'yes', 'yes', 'yes', 'yes'] },
    heard: /, other teacher, pending: 404|, owner, pending: 200/,
  },
  {
    name: 'playlists.remove',
    visibility: 'seen',
    row: {
      ...ACCESS['playlists.remove'],
      seen: [ACCESS['playlists.remove'].seen[0], 'yes', 'yes', 'yes', 'yes'],
    },
    heard: /, other teacher, seen: changed something/,
  },
  {
    name: 'comments.update',
    visibility: 'seen',
    row: { ...ACCESS['comments.update'], seen: ['missing', 'missing', 'missing', 'yes', 'yes'] },
    heard: /, admin, seen: changed something/,
  },
  {
    name: 'courses.get',
    visibility: 'withdrawn',
    row: { ...ACCESS['courses.get'], hidden: ['missing', 'yes', 'yes', 'yes'] },
    heard: /, Student, withdrawn: 200/,
  },
  {
    name: 'playlists.get',
    visibility: 'pending',
    row: { ...ACCESS['playlists.get'], hidden: ['yes', 'yes', 'yes', 'yes'] },
    heard: /, visitor, pending: 200/,
  },
  {
    name: 'playlists.get',
    visibility: 'for a group',
    row: { ...ACCESS['playlists.get'], hidden: ['missing', 'yes', 'yes', 'yes'] },
    heard: /, not in the group, for a group: 200/,
  },
  {
    name: 'courses.remove',
    visibility: 'pending',
    row: {
      ...ACCESS['courses.remove'],
      hidden: ['missing', 'missing', ACCESS['courses.remove'].seen[2], 'yes'],
    },
    heard: /, other teacher, pending: 403 .* instead of 404/,
  },
  {
    name: 'users.update',
    visibility: 'seen',
    row: { of: 'user', seen: [ACCESS['users.update'].seen[0], 'yes', 'yes', 'yes', 'yes'] },
    heard: /, admin, seen: changed something/,
  },
]

test.each(HOLES)(
  'a wrong cell would be noticed: $name, $visibility',
  async ({ name, visibility, row, heard }) => {
    const faultsOfRow = await openSite({ ...ACCESS, [name]: row })
    const faults = await faultsOfRow({ name, visibility })
    expect(faults).toEqual(expect.arrayContaining([expect.stringMatching(heard)]))
  },
)
