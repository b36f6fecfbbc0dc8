import type { Member } from './accounts.ts'

const VIDEOS = 300
const AT_ONCE = 50

export const titleOf = (index: number) => `Lesson ${String(index + 1).padStart(3, '0')}`

/** Fills a playlist with 300 drafts in three sections; every tenth is about promises. */
export async function addManyVideos({ call }: Pick<Member, 'call'>, playlistId: string): Promise<string[]> {
  const titles = Array.from({ length: VIDEOS }, (_, index) =>
    index % 10 === 0 ? `${titleOf(index)} on promises` : titleOf(index),
  )
  for (let from = 0; from < VIDEOS; from += AT_ONCE) {
    const items = titles.slice(from, from + AT_ONCE).map((title, index) => ({
      source: 'youtube' as const,
      key: `video${String(from + index).padStart(6, '0')}`,
      title,
      sectionId: null,
    }))
    await call('videoLinks.add', { params: { playlistId }, body: { items } })
  }
  const { outlineVersion = 0, courses } = await call('playlists.get', { params: { playlistId } })
  const ids = courses.map(({ _id }) => _id)
  const sections = ['Basics', 'Async', 'Testing'].map((title, index) => ({
    title,
    courses: ids.slice(index * AT_ONCE * 2, (index + 1) * AT_ONCE * 2),
  }))
  await call('outline.save', {
    params: { playlistId },
    body: { version: outlineVersion, loose: [], sections },
  })
  return titles
}
