import { expect, test } from 'vitest'
import { ACCESS, type AccessTable, NOT_FOUND, type Outcome, type Permission } from '#contract/access.ts'
import { api } from '#contract/api.ts'
import { CALLS, type CallName, STREAMS, type StreamName } from '#contract/calls.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ERROR_STATUS } from '#contract/errors.ts'
import { openTestApp, type TestApp } from './test-app.ts'
import {
  ACTORS,
  type Actor,
  type Scene,
  setScene,
  snapshot,
  type Visibility,
  WISHES,
} from './test-fixtures.ts'

type Name = CallName | StreamName

function isStream(name: Name): name is StreamName {
  return Object.hasOwn(STREAMS, name)
}

const ENDPOINTS: Endpoint[] = Object.values(api).flatMap((feature) => Object.values(feature))
const STATUS = new Map<Name, number>(ENDPOINTS.map(({ name, status = 200 }) => [name, status]))
const NAMES: Name[] = [...ENDPOINTS.map(({ name }) => name), 'live', 'live.me']
const NOTHING = '0'.repeat(24)

/** The states that matter to a call: a thing that nothing hides has one. */
function visibilitiesOf(name: Name): Visibility[] {
  const { of, hidden }: Permission = ACCESS[name]
  if (!hidden) return ['seen']
  return of === 'playlist' ? ['seen', 'pending'] : ['seen', 'pending', 'withdrawn', 'in a hidden playlist']
}

const CASES = NAMES.flatMap((name) => visibilitiesOf(name).map((visibility) => ({ name, visibility })))

const COLUMN = { visitor: 0, Student: 1, Other: 1, 'other teacher': 2 } as const

interface Case {
  name: Name
  visibility: Visibility
  actor: Actor
}

/** The table as a reader reads it, cell by cell; on purpose not what the server does with it. */
function outcomeOf({ name, actor, visibility }: Case): Outcome {
  const { seen, hidden }: Permission = ACCESS[name]
  if (actor === 'admin') return seen[3]
  if (actor === 'admin-teacher') return seen[3] === 'yes' ? 'yes' : seen[2]
  if (actor === 'owner') return (visibility === 'seen' ? seen[4] : hidden?.[3]) ?? seen[2]
  return (visibility === 'seen' ? seen : (hidden ?? seen))[COLUMN[actor]]
}

/** The author owns a comment, except where its course's teacher decides about it. */
const BY_TEACHER: readonly Name[] = ['comments.answer', 'comments.pin']

function personOf({ people }: Scene, { name, actor }: Case) {
  if (actor === 'visitor') return
  const { of }: Permission = ACCESS[name]
  const isByAuthor = of === 'comment' && !BY_TEACHER.includes(name)
  return actor === 'owner' && isByAuthor ? people.author : people[actor]
}

/** Everything of an answer that may not differ between two things nobody may know of. */
interface Answer {
  status: number
  body: string
  headers: string
}

async function ask(scene: Scene, case_: Case, ids = scene.ids): Promise<Answer> {
  const { name } = case_
  const person = personOf(scene, case_)
  const { query, body } = (await WISHES[name]?.({ ...scene, ids })) ?? {}
  const [method, path] = isStream(name) ? (['GET', STREAMS[name]] as const) : CALLS[name]
  const { of = 'course' }: Permission = ACCESS[name]
  const address = path.replaceAll(
    /:(\w+)/g,
    (_, param: string) => ids[param === 'id' ? `${of}Id` : param] ?? '',
  )
  const url = query ? `${address}?${query}` : address
  if (isStream(name)) return watch(scene.testApp, url, person?.token)
  const { statusCode, body: said, headers } = await (person ?? scene.testApp).ask(method, url, body)
  return answerOf(statusCode, said, headers)
}

/** A stream that is opened does not end: it is left as soon as it begins, over a real connection. */
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

/** Calls that write no row. */
const ONLY_COUNTED: readonly Name[] = ['courses.fault', 'videoLinks.read']

/** Everything in which the server does not do what the table says, in words. */
async function faultsOf(scene: Scene, case_: Case): Promise<{ faults: string[]; changed: boolean }> {
  const { name, actor, visibility } = case_
  const { testApp } = scene
  const outcome = outcomeOf(case_)
  const before = await snapshot(testApp)
  const answer = await ask(scene, case_)
  const changed = (await snapshot(testApp)) !== before
  const said = `${answer.status} ${answer.body}`
  const says = (what: string) => `${actor}, ${visibility}: ${what}`
  if (outcome === 'yes') {
    const writes = !isStream(name) && CALLS[name][0] !== 'GET' && !ONLY_COUNTED.includes(name)
    const refused = !isStream(name) && answer.status !== STATUS.get(name)
    const faults = [
      ...(refused ? [says(`refused with ${said}`)] : []),
      ...(changed === writes ? [] : [says(changed ? 'a read changed something' : 'a write changed nothing')]),
    ]
    return { faults, changed }
  }
  const wanted = appErrorOf(name, outcome)
  const likeMissing = outcome === 'missing' ? await missingAnswers(scene, case_) : []
  const faults = [
    ...(said === wanted ? [] : [says(`${said} instead of ${wanted}`)]),
    ...(changed ? [says('changed something although it was refused')] : []),
    ...likeMissing
      .filter((other) => JSON.stringify(other) !== JSON.stringify(answer))
      .map((other) => says(`hidden ${JSON.stringify(answer)} is not missing ${JSON.stringify(other)}`)),
  ]
  return { faults, changed }
}

/** The same call about what never was: the thing alone, everything in the address, and no id at all. */
async function missingAnswers(scene: Scene, case_: Case): Promise<Answer[]> {
  const { of = 'playlist' }: Permission = ACCESS[case_.name]
  const nothing = Object.fromEntries(Object.keys(scene.ids).map((param) => [param, NOTHING]))
  return Promise.all(
    [{ ...scene.ids, [`${of}Id`]: NOTHING }, nothing, { ...scene.ids, [`${of}Id`]: 'nothing' }].map((ids) =>
      ask(scene, case_, ids),
    ),
  )
}

async function faultsOfRow(access: AccessTable, row: Omit<Case, 'actor'>): Promise<string[]> {
  const testApp = await openTestApp({ access })
  const all: string[] = []
  let scene: Scene | undefined
  for (const actor of ACTORS) {
    scene ??= await setScene(testApp, { visibility: row.visibility, saved: row.name === 'saves.unsave' })
    const { faults, changed } = await faultsOf(scene, { ...row, actor })
    all.push(...faults)
    // What somebody was allowed to change is not there any more for the next.
    if (changed) scene = undefined
  }
  return all
}

test.each(CASES)('$name is answered to each of seven as the table says ($visibility)', async (row) => {
  expect(await faultsOfRow(ACCESS, row)).toEqual([])
})

test('these are more than three hundred answers', () => {
  expect(CASES.length * ACTORS.length).toBeGreaterThan(300)
})

/** Holes that products like ours had (security.md section 0), and the cell that would open each. */
const HOLES: { name: Name; visibility: Visibility; row: Permission; heard: RegExp }[] = [
  {
    name: 'approval.playlist',
    visibility: 'pending',
    row: { ...ACCESS['approval.playlist'], seen: ['missing', 'yes', 'yes', 'yes', 'yes'] },
    heard: /^other teacher, pending: 404|^owner, pending: 200/,
  },
  {
    name: 'playlists.remove',
    visibility: 'seen',
    row: {
      ...ACCESS['playlists.remove'],
      seen: [ACCESS['playlists.remove'].seen[0], 'yes', 'yes', 'yes', 'yes'],
    },
    heard: /^other teacher, seen: changed something/,
  },
  {
    name: 'comments.update',
    visibility: 'seen',
    row: { ...ACCESS['comments.update'], seen: ['missing', 'missing', 'missing', 'yes', 'yes'] },
    heard: /^admin, seen: changed something/,
  },
  {
    name: 'courses.get',
    visibility: 'withdrawn',
    row: { ...ACCESS['courses.get'], hidden: ['missing', 'yes', 'yes', 'yes'] },
    heard: /^Student, withdrawn: 200/,
  },
  {
    name: 'playlists.get',
    visibility: 'pending',
    row: { ...ACCESS['playlists.get'], hidden: ['yes', 'yes', 'yes', 'yes'] },
    heard: /^visitor, pending: 200/,
  },
  {
    name: 'courses.remove',
    visibility: 'pending',
    row: {
      ...ACCESS['courses.remove'],
      hidden: ['missing', 'missing', ACCESS['courses.remove'].seen[2], 'yes'],
    },
    heard: /^other teacher, pending: 403 .* instead of 404/,
  },
  {
    name: 'users.update',
    visibility: 'seen',
    row: { of: 'user', seen: [ACCESS['users.update'].seen[0], 'yes', 'yes', 'yes', 'yes'] },
    heard: /^admin, seen: changed something/,
  },
]

test.each(HOLES)(
  'a wrong cell would be noticed: $name, $visibility',
  async ({ name, visibility, row, heard }) => {
    const faults = await faultsOfRow({ ...ACCESS, [name]: row }, { name, visibility })
    expect(faults).toEqual(expect.arrayContaining([expect.stringMatching(heard)]))
  },
)
