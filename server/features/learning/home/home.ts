import { z } from 'zod'
import {
  CONTINUE_MAX,
  type ContinueCard,
  FRESH_DAYS,
  FRESH_MAX,
  type FreshVideo,
  type homeApi,
} from '#contract/learning/home.ts'
import type { ProgressCard } from '#contract/learning/progress.ts'
import { Chapter } from '#contract/video/video.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/data/database.ts'
import { listProgress } from '#server/features/learning/progress/lists.ts'
import { hasStarted, readChapters, readFresh } from './home.queries.ts'

const DAY = 86_400_000
const Chapters = z.array(Chapter)

/** What a user sees first on the home page: the playlists to continue, and new videos of followed teachers. */
export async function readHome(
  context: Pick<AppContext, 'db' | 'secrets' | 'settings'>,
  viewer: Viewer,
): Promise<z.input<typeof homeApi.get.reply>> {
  const { db } = context
  const since = new Date(Date.now() - FRESH_DAYS * DAY).toISOString()
  const [{ cards }, fresh, isStarted] = await Promise.all([
    listProgress(context, viewer, { kind: 'continue', limit: CONTINUE_MAX }),
    readFresh(db, { userId: viewer.id, since, most: FRESH_MAX }),
    hasStarted(db, viewer.id),
  ])
  return { continue: await withChapters(db, cards), fresh: fresh.map(freshVideoOf), newcomer: !isStarted }
}

async function withChapters(db: Db, cards: ProgressCard[]): Promise<ContinueCard[]> {
  const chapters = await readChapters(
    db,
    cards.map(({ course }) => course._id),
  )
  return cards.map((card) => ({ ...card, chapter: chapterAt(chapters.get(card.course._id), card.course) }))
}

function chapterAt(stored: string | undefined, { atSeconds }: { atSeconds: number }): string | null {
  if (stored === undefined) return null
  const begun = Chapters.parse(JSON.parse(stored)).findLast(({ at }) => at <= atSeconds)
  return begun?.title ?? null
}

type FreshRow = Awaited<ReturnType<typeof readFresh>>[number]

function freshVideoOf(row: FreshRow): FreshVideo {
  return {
    _id: row.id,
    videoTitle: row.title,
    tutorialImage: row.picture,
    durationSeconds: row.duration_s,
    playlist: { _id: row.playlist_id, category: row.category },
    teacher: { _id: row.teacher_id, username: row.username, profilePhoto: row.photo },
    announcedAt: row.at,
  }
}
