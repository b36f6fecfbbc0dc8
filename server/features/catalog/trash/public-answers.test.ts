import { expect, test } from 'vitest'
import { ACCESS } from '#contract/access.ts'
import { CALLS, type CallName } from '#contract/calls.ts'
import { newId } from '#server/data/ids.ts'
import { insertGroup } from '#server/test-groups.ts'
import { openTrashSite, removePlaylist, restore, type TrashSite } from '#server/test-trash.ts'

const WEBVTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello from the closure\n'

async function insertCaptions({ testApp: { db }, first }: TrashSite): Promise<string> {
  const id = newId()
  const created_at = new Date().toISOString()
  const captions = { language: 'en', label: 'English', origin: 'upload', vtt: WEBVTT, cues_count: 1 } as const
  await db
    .insertInto('captions')
    .values({ id, course_id: first, created_at, ...captions })
    .execute()
  return id
}

async function insertRows(site: TrashSite): Promise<Inserted> {
  return {
    captionsId: await insertCaptions(site),
    groupId: await insertGroup(site.testApp, { members: [site.sam] }),
  }
}

/** What the addresses of a visitor's and a student's calls ask for; without a row, nothing. */
const QUERIES: Partial<Record<CallName, (site: TrashSite) => string[]>> = {
  'users.list': () => ['role=Teacher', 'role=Student', 'role=Teacher&sort=name'],
  'playlists.list': () => [
    'status=approved',
    'status=approved&view=card',
    'status=approved&sort=popular&view=card',
    'status=approved&category=development',
  ],
  'comments.list': ({ first, second }) => ['', `courseId=${first}`, `courseId=${second}`],
  'progress.list': () => ['kind=continue', 'kind=done', 'kind=history'],
  'notes.export': ({ playlistId }) => [`playlistId=${playlistId}`],
  'comments.mentionable': () => ['q=a'],
  'learning.days': () => ['from=2026-01-01'],
  'saves.list': ({ sam }) => [`userId=${sam.id}`],
  'search.playlists': () => ['q=closures', 'q=ada'],
  'search.teachers': () => ['q=ada'],
  'search.moments': () => ['q=closure', 'q=hello'],
}

interface Inserted {
  captionsId: string
  /** A group of the student. */
  groupId: string
}

/** Every address of a call with all its parameters. */
function addressesOf(site: TrashSite, { captionsId, groupId }: Inserted, name: CallName): string[] {
  const { playlistId, first, second, ada, sam } = site
  const ids: Record<string, string[]> = {
    playlistId: [playlistId, site.other],
    courseId: [first, second],
    teacherId: [ada.id, site.bea.id],
    userId: [ada.id, sam.id],
    captionsId: [captionsId],
    groupId: [groupId],
    language: ['en'],
    kind: ['terms'],
    provider: ['sso'],
    personId: [sam.id],
    jobId: [playlistId],
    id: [playlistId],
  }
  let paths: string[] = [CALLS[name][1]]
  for (const [, param = ''] of CALLS[name][1].matchAll(/:(\w+)/g)) {
    const values = ids[param] ?? []
    paths = paths.flatMap((path) => values.map((value) => path.replace(`:${param}`, value)))
  }
  expect(paths, name).not.toEqual([])
  const queries = QUERIES[name]?.(site) ?? ['']
  return paths.flatMap((path) => queries.map((query) => (query === '' ? path : `${path}?${query}`)))
}

const isCallName = (name: string): name is CallName => name in CALLS

const callsOf = (column: 0 | 1) =>
  Object.keys(CALLS)
    .filter(isCallName)
    .filter((name) => CALLS[name][0] === 'GET' && ACCESS[name].seen[column] === 'yes')

/** What every GET call answers to a visitor and to a student, by its address. */
async function answersOf(site: TrashSite, inserted: Inserted): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  const readers = [
    { who: 'visitor', column: 0, request: site.testApp.request },
    { who: 'student', column: 1, request: site.sam.request },
  ] as const
  for (const { who, column, request } of readers) {
    const addresses = callsOf(column).flatMap((name) => addressesOf(site, inserted, name))
    for (const address of [...addresses, '/sitemap.xml']) {
      const { statusCode, body } = await request('GET', address)
      // The id of a request is another one each time.
      answers.set(`${who} ${address}`, `${statusCode} ${body.replaceAll(/"requestId":"[^"]+"/g, '')}`)
    }
  }
  return answers
}

test.each(['playlist', 'video'])(
  'every answer is equal to the byte before a %s is deleted and after it is restored',
  async (kind) => {
    const site = await openTrashSite()
    const inserted = await insertRows(site)
    const { ada, playlistId, first } = site
    const before = await answersOf(site, inserted)
    expect([...before].filter(([, answer]) => answer.startsWith('400'))).toEqual([])
    const removed =
      kind === 'playlist'
        ? await removePlaylist(site, ada)
        : await ada.request('DELETE', `/api/courses/${playlistId}/${first}`)
    expect(removed.statusCode).toBe(200)
    const without = await answersOf(site, inserted)
    const named = kind === 'playlist' ? 'Closures in depth' : first
    expect([...without].filter(([, answer]) => answer.includes(named))).toEqual([])
    expect((await restore(ada, removed.json().trashId)).statusCode).toBe(200)
    expect(await answersOf(site, inserted)).toEqual(before)
    expect((await site.testApp.db.selectFrom('notifications').select('id').execute()).length).toBe(1)
  },
)
