import { afterEach, expect, test, vi } from 'vitest'
import { TUS_PATH } from '#contract/calls.ts'
import { UNREADABLE } from '#contract/video/uploads.ts'
import { aUser, testContext } from '#web/test-context.tsx'
import { UploadList } from './upload-list.ts'

afterEach(() => vi.unstubAllGlobals())

const teacher = aUser({ role: 'Teacher' })
const PLACE = { playlistId: 'a'.repeat(24) }
const unfinished = (id: string, playlistId: string) => ({
  _id: id,
  name: 'closures.mp4',
  bytes: 4,
  received: 2,
  expiresAt: '2026-12-01T00:00:00.000Z',
  playlistId,
})

/** A list whose requests nobody answers. */
function openList() {
  const sent: string[] = []
  vi.stubGlobal('fetch', (address: string, { method = 'GET' }: RequestInit) => {
    // A page of another test may still ask whether the server is back.
    if (address.startsWith(TUS_PATH)) sent.push(`${method} ${address}`)
    return new Promise(() => {})
  })
  return { list: new UploadList(testContext({ user: teacher })), sent }
}

test('a file that is no video is refused before a byte is sent', async () => {
  const { list, sent } = openList()
  list.choose([new File(['%PDF-1.7'], 'notes.mp4')], PLACE)
  await vi.waitFor(() => expect(list.items()).toMatchObject([{ phase: 'refused', fault: UNREADABLE }]))
  expect(sent).toEqual([])
})

test('all chosen files are announced at once, also those that wait', async () => {
  const { list, sent } = openList()
  const names = ['one.ogg', 'two.ogg', 'three.ogg']
  list.choose(
    names.map((name) => new File(['OggS'], name)),
    PLACE,
  )
  await vi.waitFor(() => expect(sent).toEqual(names.map(() => `POST ${TUS_PATH}`)))
  expect(list.items().map(({ phase }) => phase)).toEqual(['uploading', 'uploading', 'waiting'])
})

test('a file that is chosen again goes on where it was begun, and not in another playlist', async () => {
  const { list } = openList()
  await list.restore([unfinished('b'.repeat(24), PLACE.playlistId)])
  const file = new File(['OggS'], 'closures.mp4')
  const phases = () => list.items().map(({ phase }) => phase)
  list.choose([file], { playlistId: 'c'.repeat(24) })
  expect(phases()).toEqual(['lost', 'uploading'])
  list.chooseAgain([new File(['OggS, longer'], 'closures.mp4'), file])
  expect(phases()).toEqual(['uploading', 'uploading'])
})

test('an upload that the list of unfinished ones names before its own answer is shown once', async () => {
  const answer = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => answer.promise)
  const list = new UploadList(testContext({ user: teacher }))
  list.choose([new File(['OggS'], 'one.ogg')], PLACE)
  const id = 'd'.repeat(24)
  await list.restore([unfinished(id, PLACE.playlistId)])
  expect(list.items().map(({ phase }) => phase)).toEqual(['uploading', 'lost'])
  answer.resolve(new Response(null, { status: 201, headers: { location: `${TUS_PATH}/${id}` } }))
  await vi.waitFor(() => expect(list.items().map(({ name }) => name)).toEqual(['one.ogg']))
})
