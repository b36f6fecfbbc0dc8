import { expect, test } from 'vitest'
import { openTestApp, type TestUser } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'
import { openLink, restrictPlaylist } from '#server/test-restricted.ts'

const MARK = 'Moonlight'
const KEY_MAX = 200

/** Two unlisted playlists, and one that waits for an admin; the first has had another link before. */
async function openSchool() {
  const testApp = await openTestApp()
  const ada = await testApp.user('Ada', 'Teacher')
  const sam = await testApp.user('Sam')
  const publish = async (title: string, status: 'approved' | 'pending' = 'approved') => {
    const id = await insertPlaylist(testApp, { teacher: ada, title, status })
    await insertCourse(testApp, { playlistId: id, title })
    await restrictPlaylist(testApp, id, { visibility: 'unlisted' })
    return id
  }
  const [id, other, waiting] = [await publish(MARK), await publish('Other'), await publish(MARK, 'pending')]
  const former = await keyOf(ada, id)
  expect((await ada.request('POST', `/api/playlists/${id}/link`, {})).statusCode).toBe(200)
  return { testApp, ada, sam, id, other, waiting, former, key: await keyOf(ada, id) }
}

async function keyOf({ request }: TestUser, id: string): Promise<string> {
  const { link } = (await request('GET', `/api/playlists/${id}`)).json()
  return new URL(link, 'https://lectern.example').searchParams.get('key') ?? ''
}

/** Keys that are nearly the right one, in every way in which a text can be. */
function forgedFrom(key: string): string[] {
  const letters = [...key]
  const another = (letter: string) => (letter === 'A' ? 'B' : 'A')
  return [
    '',
    ' ',
    'x',
    '0',
    'null',
    'undefined',
    '..%2F..',
    '*',
    '%',
    'A'.repeat(22),
    'A'.repeat(3000),
    ...letters.map((letter, at) => letters.with(at, another(letter)).join('')),
    ...letters.map((_, at) => letters.toSpliced(at, 1).join('')),
    ...letters.slice(1).map((_, at) => letters.slice(0, at + 1).join('')),
    `${key}A`,
    `${key}=`,
    `${key}==`,
    `A${key}`,
    `${key} `,
    ` ${key}`,
    `${key}\n`,
    `${key}\u0000`,
    `${key}${key}`,
    key.split('').join('\u200b'),
    key.replace(/./, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)),
    letters.toReversed().join(''),
    `${key.slice(0, 11)}😀${key.slice(12)}`,
    `${key}'; drop table playlists; --`,
    `"${key}"`,
    `[${key}]`,
  ]
}

test('no forged, truncated, former or foreign key shows an unlisted playlist', async () => {
  const { testApp, sam, ada, id, other, waiting, former, key } = await openSchool()
  const right = await testApp.request('GET', `/api/playlists/${id}?key=${key}`)
  expect([right.statusCode, right.json().title]).toEqual([200, MARK])
  const missing = (await testApp.request('GET', `/api/playlists/${'0'.repeat(24)}?key=${key}`)).json().message
  const keys = [...forgedFrom(key), former, await keyOf(ada, other)]
  const asked: [string, string][] = [
    ...keys.map((each): [string, string] => [id, each]),
    [waiting, key],
    [other, key],
  ]
  for (const [playlist, each] of asked) {
    const query = new URLSearchParams({ key: each })
    for (const path of [`/api/playlists/${playlist}`, `/api/playlists/${playlist}/courses`]) {
      const answer = await testApp.request('GET', `${path}?${query}`)
      const expected = each.length > KEY_MAX ? [400] : [404, missing]
      expect([answer.statusCode, answer.json().message].slice(0, expected.length), each).toEqual(expected)
    }
    const opened = await sam.request('POST', `/api/playlists/${playlist}/open`, { key: each })
    expect([400, 404], each).toContain(opened.statusCode)
  }
  for (const raw of ['key=%', 'key=%ff%fe', 'key=%c3%28', 'key=%00', 'key', `Key=${key}`, `key[]=${key}`]) {
    const answer = await testApp.request('GET', `/api/playlists/${id}?${raw}`)
    expect([400, 404], raw).toContain(answer.statusCode)
    expect(answer.body, raw).not.toContain(MARK)
  }
  expect((await testApp.request('GET', `/api/playlists/${id}?key=${key}&key=${key}`)).statusCode).toBe(400)
  expect(await testApp.db.selectFrom('opened_links').selectAll().execute()).toEqual([])
})

test.each([[null], [1], [true], [[]], [{}], [['key']], [{ toString: 'key' }], [undefined]])(
  'a key that is no text is rejected: %j',
  async (key) => {
    const { sam, id } = await openSchool()
    const answer = await sam.request('POST', `/api/playlists/${id}/open`, { key })
    expect([400, 404]).toContain(answer.statusCode)
    expect(answer.body).not.toContain(MARK)
  },
)

test('a new link ends the old one for everybody who has opened it', async () => {
  const { testApp, ada, sam, id, key } = await openSchool()
  expect((await sam.request('POST', `/api/playlists/${id}/open`, { key })).statusCode).toBe(200)
  expect((await sam.request('GET', `/api/playlists/${id}`)).statusCode).toBe(200)
  expect((await ada.request('POST', `/api/playlists/${id}/link`, {})).statusCode).toBe(200)
  expect((await sam.request('GET', `/api/playlists/${id}`)).statusCode).toBe(404)
  expect((await testApp.request('GET', `/api/playlists/${id}?key=${key}`)).statusCode).toBe(404)
  // A row of a former link, as a restored backup may have one.
  await openLink(testApp, { userId: sam.id, playlistId: id, linkNumber: 1 })
  expect((await sam.request('GET', `/api/playlists/${id}`)).statusCode).toBe(404)
})

test('an answer to a key is kept by nobody', async () => {
  const { testApp, id, key } = await openSchool()
  for (const path of [`/api/playlists/${id}`, `/api/playlists/${id}/courses`])
    for (const asked of [key, 'wrong']) {
      const { headers } = await testApp.request('GET', `${path}?key=${asked}`)
      expect(headers['cache-control']).toBe('no-store')
    }
})
