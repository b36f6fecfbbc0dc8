import { VISIBILITIES, type Visibility } from '#contract/catalog/visibility.ts'
import { newId } from './data/ids.ts'
import { openTestApp, type TestApp, type TestUser } from './test-app.ts'
import { type Fixtures, insertFixtures } from './test-fixtures.ts'
import { insertGroup } from './test-groups.ts'
import { insertOwnRows } from './test-own-rows.ts'
import { openLink, restrictPlaylist } from './test-restricted.ts'

const READERS = ['visitor', 'outsider', 'member', 'lead', 'other teacher', 'admin'] as const

/** Somebody who reads the site. Each teacher of one of the playlists is another teacher for the rest of them. */
export interface Reader {
  name: (typeof READERS)[number] | 'owner'
  user: TestUser | undefined
  owns?: Visibility
}

/**
 * The rule of who may see and find a playlist, deliberately without the server's code. The member has opened the present link of
 * the unlisted playlist, the lead a former one.
 */
const SEEN: Record<Visibility, readonly Reader['name'][]> = {
  public: [...READERS, 'owner'],
  members: ['outsider', 'member', 'lead', 'other teacher', 'owner', 'admin'],
  groups: ['member', 'lead', 'admin'],
  unlisted: ['member', 'admin'],
}
const FOUND: Record<Visibility, readonly Reader['name'][]> = {
  public: SEEN.public,
  members: SEEN.members,
  groups: ['member', 'lead'],
  unlisted: [],
}

export const sees = (reader: Reader, of: Visibility): boolean =>
  reader.owns === of || SEEN[of].includes(reader.name)
export const finds = ({ name }: Reader, of: Visibility): boolean => FOUND[of].includes(name)

export interface LeakSite {
  testApp: TestApp
  /** An approved playlist of each visibility, with its courses, comments, captions and reviews. */
  playlists: Record<Visibility, Fixtures>
  readers: Reader[]
  /** The word that marks the texts of a playlist. */
  wordOf: (visibility: Visibility) => string
  /** Whose words and ids a text has, or which of these. */
  shownIn: (text: string, what?: 'words' | 'ids') => Visibility[]
}

/**
 * A site on which every reader has once seen every playlist: each has progress, saves, follows, likes, comments and notes
 * there. A word marks every text of a playlist.
 */
export async function openLeakSite(environment: Record<string, string> = {}): Promise<LeakSite> {
  const testApp = await openTestApp({ cached: true, environment })
  const fixtures = new Map<Visibility, Fixtures>()
  const marks = new Map<Visibility, { word: string; ids: string[] }>()
  for (const visibility of VISIBILITIES) {
    const made = await insertFixtures(testApp, { visibility: 'seen', saved: false })
    const { playlistId = '', courseId = '', captionsId = '', commentId = '' } = made.ids
    const word = `qx${lettersOf(newId())}`
    await markTexts(testApp, made, word)
    fixtures.set(visibility, made)
    marks.set(visibility, { word, ids: [playlistId, courseId, captionsId, commentId] })
  }
  const of = (visibility: Visibility): Fixtures => {
    const found = fixtures.get(visibility)
    if (!found) throw new Error(`There is no ${visibility} playlist.`)
    return found
  }
  const playlists = {
    public: of('public'),
    unlisted: of('unlisted'),
    members: of('members'),
    groups: of('groups'),
  }
  const readers = await insertReaders(testApp, playlists)
  await restrict(testApp, playlists, readers)
  return {
    testApp,
    playlists,
    readers,
    wordOf: (visibility) => marks.get(visibility)?.word ?? '',
    shownIn: (text, what) =>
      VISIBILITIES.filter((visibility) => {
        const { word = '', ids = [] } = marks.get(visibility) ?? {}
        const hasWord = what !== 'ids' && text.includes(word)
        return hasWord || (what !== 'words' && ids.some((id) => text.includes(id)))
      }),
  }
}

/** Sixteen letters, so that the search takes them for one word. */
function lettersOf(id: string): string {
  return id.slice(-16).replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')
}

async function markTexts({ db, context }: TestApp, { ids }: Fixtures, word: string): Promise<void> {
  const { playlistId = '', courseId = '', captionsId = '' } = ids
  const texts = { title: `Learn ${word}`, title_key: `learn ${word}`, description: `All of ${word}.` }
  await db
    .updateTable('playlists')
    .set({ ...texts, promise: `You will know ${word}.` })
    .where('id', '=', playlistId)
    .execute()
  const correction = { at: 3, text: `It is ${word}.`, addedAt: '2026-01-01T00:00:00.000Z' }
  await db
    .updateTable('courses')
    .set({ ...texts, corrections: JSON.stringify([correction]) })
    .set({ chapters: JSON.stringify([{ at: 0, title: `Chapter ${word}` }]) })
    .where('id', '=', courseId)
    .execute()
  await db.insertInto('sections').values(sectionOf(playlistId, word)).execute()
  await db
    .updateTable('comments')
    .set({ text: `What is ${word}?` })
    .where('course_id', '=', courseId)
    .execute()
  await db
    .updateTable('captions')
    .set({ vtt: `WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nThis is ${word}\n`, searched_in: null })
    .where('id', '=', captionsId)
    .execute()
  await db
    .updateTable('revisions')
    .set(({ fn, val }) => ({
      content: fn<string>('replace', ['content', val('Everything about'), val(`Everything ${word} about`)]),
    }))
    .where('playlist_id', '=', playlistId)
    .execute()
  await context.jobs.runDue()
}

const sectionOf = (playlist_id: string, word: string) => ({
  id: newId(),
  playlist_id,
  title: `Basics of ${word}`,
  position: 0,
})

async function insertReaders(testApp: TestApp, playlists: LeakSite['playlists']): Promise<Reader[]> {
  const users = await testApp.users([
    { name: 'Eve' },
    { name: 'Max' },
    { name: 'Leo' },
    { name: 'Tea', role: 'Teacher' },
    { name: 'Ada Min', isAdmin: true },
  ])
  const names = READERS.filter((name) => name !== 'visitor')
  for (const { ids } of Object.values(playlists)) await insertPast(testApp, users, ids)
  return [
    { name: 'visitor', user: undefined },
    ...names.map((name, n): Reader => ({ name, user: users[n] })),
    ...VISIBILITIES.map((owns): Reader => ({ name: 'owner', user: playlists[owns].users.owner, owns })),
  ]
}

/** What each has done in a playlist. */
async function insertPast(testApp: TestApp, users: TestUser[], ids: Fixtures['ids']): Promise<void> {
  const { playlistId = '', courseId = '', commentId = '', teacherId = '' } = ids
  await insertOwnRows(testApp, users, { playlistId, courseId, commentId, teacherId, saved: true })
  const at = new Date().toISOString()
  const times = { created_at: at, updated_at: at }
  for (const { id: user_id } of users) {
    const own = { user_id, course_id: courseId }
    await testApp.db
      .insertInto('likes')
      .values({ ...own, id: newId() })
      .execute()
    await testApp.db
      .insertInto('notes')
      .values({ ...own, id: newId(), at_s: 5, text: 'Mine.', ...times })
      .execute()
    await testApp.db
      .insertInto('comments')
      .values({ ...own, id: newId(), text: 'Mine.', is_question: 0, ...times })
      .execute()
  }
}

async function restrict(
  testApp: TestApp,
  playlists: LeakSite['playlists'],
  readers: Reader[],
): Promise<void> {
  const named = (name: Reader['name']) => readers.find((reader) => reader.name === name)?.user?.id ?? ''
  const members = [{ id: named('member') }]
  const groupId = await insertGroup(testApp, { members, leads: [{ id: named('lead') }] })
  for (const visibility of VISIBILITIES) {
    const { playlistId = '' } = playlists[visibility].ids
    const groupIds = visibility === 'groups' ? [groupId] : []
    await restrictPlaylist(testApp, playlistId, { visibility, groupIds })
  }
  const { playlistId = '' } = playlists.unlisted.ids
  await testApp.db.updateTable('playlists').set({ link_number: 2 }).where('id', '=', playlistId).execute()
  await openLink(testApp, { userId: named('member'), playlistId, linkNumber: 2 })
  await openLink(testApp, { userId: named('lead'), playlistId, linkNumber: 1 })
  await testApp.context.jobs.runDue()
}
