import { expect, test } from 'vitest'
import type { FoundVideo } from '#contract/search/search.ts'
import { searchFaults } from '#server/features/search/index/search-index-check.queries.ts'
import { openTestApp, type TestApp, type TestUser, Upload } from '#server/test-app.ts'
import { insertGroup } from '#server/test-groups.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'
import { openLink, restrictPlaylist } from '#server/test-restricted.ts'

type Caller = Pick<TestUser, 'request'>

const VISIBILITIES = ['public', 'unlisted', 'members', 'groups'] as const

/** A course of each visibility in which "closures" is said and, in a correction, "backpack" is written. */
async function openSchool() {
  const testApp = await openTestApp()
  const [ada, sam, eve, root] = await testApp.users([
    { name: 'Ada', role: 'Teacher' },
    { name: 'Sam' },
    { name: 'Eve' },
    { name: 'Root', isAdmin: true },
  ])
  if (!(ada && sam && eve && root)) throw new Error('Somebody is missing.')
  const groupId = await insertGroup(testApp, { members: [sam] })
  const playlists = new Map<string, string>()
  for (const visibility of VISIBILITIES) {
    const playlistId = await insertPlaylist(testApp, { teacher: ada, title: visibility })
    const courseId = await insertCourse(testApp, { playlistId, title: visibility })
    await say(testApp, ada, courseId)
    await testApp.db
      .updateTable('courses')
      .set({ corrections: '[{"at":3,"text":"It is a backpack.","addedAt":"2026-01-01T00:00:00.000Z"}]' })
      .where('id', '=', courseId)
      .execute()
    await restrictPlaylist(testApp, playlistId, { visibility, groupIds: [groupId] })
    playlists.set(visibility, playlistId)
  }
  await testApp.context.jobs.runDue()
  return { testApp, ada, sam, eve, root, playlists }
}

async function say({ context }: TestApp, teacher: TestUser, courseId: string): Promise<void> {
  const vtt = 'WEBVTT\n\n00:00.000 --> 00:09.000\nClosures keep\n\n00:40.000 --> 00:49.000\nvariables alive\n'
  const file = { field: 'file', bytes: Buffer.from(vtt) }
  const saved = await teacher.request('PUT', `/api/courses/${courseId}/captions/en`, new Upload({}, file))
  expect(saved.statusCode, saved.body).toBe(200)
  await context.jobs.runDue()
}

async function find({ request }: Caller, q: string, playlistId?: string): Promise<string[]> {
  const inside = playlistId === undefined ? '' : `&playlistId=${playlistId}`
  const answer = await request('GET', `/api/search/moments?q=${encodeURIComponent(q)}${inside}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer
    .json()
    .videos.map(({ playlist }: FoundVideo) => playlist.title)
    .toSorted()
}

/** In one passage, in two neighbouring ones, and in a correction. */
const QUESTIONS = ['closures', 'closur', 'closures alive', 'backpack']

test('what is said in a restricted playlist is found by its audience only', async () => {
  const { testApp, ada, sam, eve, root } = await openSchool()
  for (const q of QUESTIONS) {
    expect(await find(testApp, q), q).toEqual(['public'])
    for (const caller of [ada, eve, root]) expect(await find(caller, q), q).toEqual(['members', 'public'])
    expect(await find(sam, q), q).toEqual(['groups', 'members', 'public'])
  }
  expect(await searchFaults(testApp.db)).toBe(0)
})

test('a search inside a playlist finds what the viewer may see there', async () => {
  const { testApp, ada, sam, eve, root, playlists } = await openSchool()
  await openLink(testApp, { userId: eve.id, playlistId: playlists.get('unlisted') ?? '' })
  const expected: [Caller, string[]][] = [
    [testApp, ['public']],
    [eve, ['members', 'public', 'unlisted']],
    [sam, ['groups', 'members', 'public']],
    [ada, ['groups', 'members', 'public', 'unlisted']],
    [root, ['groups', 'members', 'public', 'unlisted']],
  ]
  for (const [caller, visible] of expected) {
    for (const q of QUESTIONS) {
      const found: string[] = []
      for (const id of playlists.values()) found.push(...(await find(caller, q, id)))
      expect(found.toSorted(), q).toEqual(visible)
    }
  }
  await testApp.db.updateTable('playlists').set({ link_number: 2 }).execute()
  expect(await find(eve, 'closures', playlists.get('unlisted'))).toEqual([])
})

test('captions follow the visibility of their playlist, and nobody finds them meanwhile', async () => {
  const { testApp, sam, eve, playlists } = await openSchool()
  const id = playlists.get('public') ?? ''
  await restrictPlaylist(testApp, id, { visibility: 'members' })
  for (const run of [async () => 0, () => testApp.context.jobs.runDue()]) {
    await run()
    expect(await find(testApp, 'closures')).toEqual([])
    expect(await find(testApp, 'backpack')).toEqual([])
  }
  expect(await find(eve, 'closures')).toEqual(['members', 'public'])
  await restrictPlaylist(testApp, id, { visibility: 'groups' })
  expect(await find(eve, 'closures')).toEqual(['members'])
  await testApp.context.jobs.runDue()
  expect(await find(sam, 'closures')).toEqual(['groups', 'members'])
  await restrictPlaylist(testApp, id, { visibility: 'public' })
  await testApp.context.jobs.runDue()
  expect(await find(testApp, 'closures')).toEqual(['public'])
  expect(await searchFaults(testApp.db)).toBe(0)
})
